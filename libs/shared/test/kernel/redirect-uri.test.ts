import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { withParameters } from '../../src/kernel/redirect-uri.ts';

const joined: readonly [uri: string, result: string][] = [
  ['https://w.example/cb', 'https://w.example/cb?code=1&iss=https%3A%2F%2Fi.example'],
  ['https://w.example/cb?', 'https://w.example/cb?code=1&iss=https%3A%2F%2Fi.example'],
  ['https://w.example/cb??', 'https://w.example/cb??&code=1&iss=https%3A%2F%2Fi.example'],
  ['https://w.example/cb?a=b', 'https://w.example/cb?a=b&code=1&iss=https%3A%2F%2Fi.example'],
  ['https://w.example/cb?a=b&', 'https://w.example/cb?a=b&code=1&iss=https%3A%2F%2Fi.example'],
  ['wallet:cb', 'wallet:cb?code=1&iss=https%3A%2F%2Fi.example'],
];

for (const [uri, result] of joined) {
  test(`parameters join ${uri}`, () => {
    assert.equal(withParameters(uri, { code: '1', state: undefined, iss: 'https://i.example' }), result);
  });
}

test('any parameters are added, and any query of the redirect URI is kept', () => {
  const base = fc.oneof(
    fc.webUrl({ withQueryParameters: true, withFragments: false }),
    fc.webUrl({ withQueryParameters: false, withFragments: false }),
    fc.constantFrom('https://wallet.example/cb?a=b', 'http://[::1]:9/cb', 'com.wallet:/cb', 'io.wallet-1:cb'),
  );
  const value = fc.string({ unit: 'binary' });
  fc.assert(
    fc.property(base, value, fc.option(value, { nil: undefined }), (uri, code, state) => {
      const result = withParameters(uri, { code, state });
      assert.ok(result.startsWith(uri));
      assert.match(result.slice(uri.length), /^[!-~]*$/, 'nothing that could break a header');
      assert.ok(!result.slice(uri.length).includes('#'));
      const added =
        state === undefined
          ? [['code', code]]
          : [
              ['code', code],
              ['state', state],
            ];
      const before = [...new URL(uri).searchParams];
      assert.deepEqual([...new URL(result).searchParams], [...before, ...added]);
    }),
  );
});
