import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { checkOwnPage } from '../../src/authenticate/own-page.ts';

const OWN = 'https://issuer.example';

function outcome(method: string, headers: Record<string, readonly string[]>): string {
  try {
    checkOwnPage(headers, method, OWN);
    return 'ok';
  } catch (error) {
    assert.ok(error instanceof ProtocolError && error.status === 403);
    return error.options.reason;
  }
}

const mark = { 'x-countersign-console': ['1'] };

test('a call needs the header of the console, once', () => {
  assert.equal(outcome('GET', {}), 'console_header');
  assert.equal(outcome('POST', { origin: [OWN] }), 'console_header');
  assert.equal(outcome('GET', { 'x-countersign-console': ['1', '1'] }), 'console_header');
  assert.equal(outcome('GET', { 'x-countersign-console': ['true'] }), 'console_header');
  assert.equal(outcome('GET', mark), 'ok');
});

test('what may change something needs our origin', () => {
  for (const method of ['POST', 'DELETE', 'PUT']) {
    assert.equal(outcome(method, mark), 'console_origin', method);
    assert.equal(outcome(method, { ...mark, origin: [OWN] }), 'ok', method);
  }
});

test('another origin is refused whatever the method', () => {
  const others = [
    'https://evil.example',
    'null',
    `${OWN}:444`,
    `${OWN}.evil.example`,
    'http://issuer.example',
    `${OWN}/`,
  ];
  for (const origin of others) {
    for (const method of ['GET', 'POST']) {
      assert.equal(outcome(method, { ...mark, origin: [origin] }), 'console_origin', origin);
    }
  }
  assert.equal(outcome('POST', { ...mark, origin: [OWN, OWN] }), 'console_origin');
});
