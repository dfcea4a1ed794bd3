/** Parameters of path, query and form. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import {
  checkOauthParameters,
  checkPathParameters,
  parseParameters,
  pathPattern,
} from '../../src/request/parameters.ts';
import { allPaths } from '../../src/routes/routes.ts';

const codeOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    if (error instanceof ProtocolError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'none';
};

test('every parameter of the route table has a pattern; one without matches nothing', () => {
  for (const { path } of allPaths()) {
    for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g)) assert.ok(pathPattern(name) !== undefined, name);
  }
  assert.match(
    codeOf(() => checkPathParameters({ unknown: 'x' }, 'none')),
    /^not_found/,
  );
});

test('a malformed id is answered like an unknown one', () => {
  checkPathParameters({ sessionId: '-_aZ09', file: 'logo.v2.png', n: '12' }, 'management');
  for (const [name, value] of [
    ['file', '.env'],
    ['file', '..'],
    ['file', 'a/b'],
    ['n', '0'],
    ['n', '01'],
    ['sessionId', ''],
    ['sessionId', 'x'.repeat(129)],
    ['tenantId', 'a b'],
  ] as const) {
    assert.match(
      codeOf(() => checkPathParameters({ [name]: value }, 'none')),
      /^not_found/,
      `${name}=${value}`,
    );
  }
});

test('the answer to a backend names what was not found; that to a wallet does not', () => {
  const wrong = { sessionId: 'a b' };
  assert.match(
    codeOf(() => checkPathParameters(wrong, 'management')),
    /no such session/,
  );
  assert.doesNotMatch(
    codeOf(() => checkPathParameters(wrong, 'none')),
    /session/,
  );
});

test('names and values are decoded, each name once', () => {
  assert.deepEqual({ ...parseParameters('a=1&b=%C3%A4+x&c') }, { a: '1', b: 'ä x', c: '' });
  assert.deepEqual({ ...parseParameters('') }, {});
  for (const text of [
    'a=1&a=1',
    'a=1&%61=2',
    '__proto__=x',
    Array.from({ length: 101 }, (_, n) => `p${n}=`).join('&'),
  ]) {
    assert.match(
      codeOf(() => parseParameters(text)),
      /^invalid_request/,
      text,
    );
  }
});

test('members of an OAuth body are texts, and none is in the query too', () => {
  checkOauthParameters({ grant_type: 'x' }, { other: 'y' });
  assert.match(
    codeOf(() => checkOauthParameters({ grant_type: 1 }, {})),
    /^invalid_request/,
  );
  assert.match(
    codeOf(() => checkOauthParameters({ grant_type: ['x'] }, {})),
    /^invalid_request/,
  );
  assert.match(
    codeOf(() => checkOauthParameters({ code: 'x' }, { code: 'x' })),
    /^invalid_request/,
  );
  checkOauthParameters({ toString: 'x' }, {});
});

test('parameters are decoded as URLSearchParams does', () => {
  const texts = [
    'a=1&b=x+y%20z',
    'a',
    '=v',
    'a=b=c',
    '%61=%C3%A4%f0%9f%98%80',
    'a=%&b=%4&c=%zz&d=%C3',
    '&&a=1&',
    'a=ä+%2B',
    '',
  ];
  for (const text of texts) {
    assert.deepEqual(parseParameters(text), Object.fromEntries(new URLSearchParams(text)), text);
  }
  assert.equal(parseParameters(`a=${'+'.repeat(1_000_000)}`).a?.trim(), '');
});
