import assert from 'node:assert/strict';
import { test } from 'node:test';
import { referenceOfRequestUri, requestUriOf } from '../../src/session/request-uri.ts';

test('the reference of a request_uri is parsed; another URI has none', () => {
  assert.equal(referenceOfRequestUri(requestUriOf('abc')), 'abc');
  assert.equal(referenceOfRequestUri('https://wallet.example/request'), undefined);
  assert.equal(referenceOfRequestUri('urn:ietf:params:oauth:request_URI:abc'), undefined);
});
