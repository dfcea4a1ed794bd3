import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  linkMethod,
  requestLink,
  requestObjectUri,
  responseEndpoint,
  valueLink,
} from '../../src/openid4vp/request-link.ts';

const base = { scheme: 'openid4vp', clientId: 'x509_hash:a_b-c', requestUri: 'https://h.example/r/1?a=b' };

test('every value is encoded', () => {
  const start = 'openid4vp://?client_id=x509_hash%3Aa_b-c&request_uri=https%3A%2F%2Fh.example%2Fr%2F1%3Fa%3Db';
  assert.equal(requestLink(base), start);
  assert.equal(requestLink({ ...base, method: 'post' }), `${start}&request_uri_method=post`);
});

test('other schemes', () => {
  assert.match(requestLink({ ...base, scheme: 'haip-vp' }), /^haip-vp:\/\/\?/);
  for (const scheme of ['', 'a b', 'java script', 'x:', '1a', 'A']) {
    assert.throws(() => requestLink({ ...base, scheme }), RangeError);
  }
});

test('a request URI that wallets would refuse is refused here', () => {
  const longest = `https://h.example/${'a'.repeat(512 - 18)}`;
  assert.equal(longest.length, 512);
  requestLink({ ...base, requestUri: longest });
  const bad = [`${longest}a`, 'https://h.example/#f', 'https://h.example/ä', 'ftp://h.example', 'h.example', ''];
  for (const requestUri of bad) assert.throws(() => requestLink({ ...base, requestUri }), RangeError);
});

test('a wallet decodes any client identifier', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (clientId) => {
      const { searchParams } = new URL(requestLink({ ...base, clientId }));
      assert.deepEqual(
        [...searchParams],
        [
          ['client_id', clientId],
          ['request_uri', base.requestUri],
        ],
      );
    }),
  );
});

test('the addresses of a request are below the identifier of the tenant', () => {
  assert.equal(responseEndpoint('https://h.example/acme'), 'https://h.example/acme/oid4vp/response');
  assert.equal(requestObjectUri('https://h.example', 'q', 'h.s'), 'https://h.example/oid4vp/request/q/h.s');
});

test('EU wallets are told to post', () => {
  assert.deepEqual([linkMethod('eu'), linkMethod('haip'), linkMethod('open')], [{ method: 'post' }, {}, {}]);
});

test('a link that contains its request has texts as they are, and objects as JSON', () => {
  const parameters = { client_id: 'redirect_uri:https://v.example/r', dcql_query: { credentials: [] } };
  const link = valueLink({ scheme: 'av', parameters });
  assert.equal(
    link,
    'av://?client_id=redirect_uri%3Ahttps%3A%2F%2Fv.example%2Fr&dcql_query=%7B%22credentials%22%3A%5B%5D%7D',
  );
  assert.throws(() => valueLink({ scheme: 'AV:', parameters }), RangeError);
});
