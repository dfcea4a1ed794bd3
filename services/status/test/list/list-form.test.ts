import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestedForm } from '../../src/list/list-form.ts';

const [jwt, cwt] = ['application/statuslist+jwt', 'application/statuslist+cwt'];

test('a CWT where it is named, and weighed more than a JWT or named before it', () => {
  const headers = [
    cwt,
    cwt.toUpperCase(),
    `${cwt};q=0.1`,
    `*/*, ${cwt};q=0.1`,
    `text/html, ${cwt}`,
    `${cwt}, ${jwt}`,
    `${cwt}, ${jwt};q=0.9`,
    `${jwt};q=0.4, ${cwt};q=0.5`,
    `${jwt};q=0, ${cwt};q=0.1`,
  ];
  for (const header of headers) assert.equal(requestedForm(header), 'cwt', header);
});

test('else a JWT', () => {
  const headers = [
    undefined,
    '',
    '*/*',
    'application/*',
    jwt,
    'text/html',
    'application/cwt',
    'application/identifierlist+cwt',
    `${jwt}, ${cwt}`,
    `${jwt}, ${cwt};q=0.9`,
    `${cwt};q=0.4, ${jwt};q=0.5`,
    `${cwt};q=0`,
    `${cwt};q=0, */*`,
  ];
  for (const header of headers) assert.equal(requestedForm(header), 'jwt', header);
});
