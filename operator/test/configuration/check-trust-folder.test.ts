import assert from 'node:assert/strict';
import { join, relative } from 'node:path';
import { type TestContext, test } from 'node:test';
import { KEY_NOT_AFTER, KEY_NOT_BEFORE, makeSigningKey } from '@countersign/shared/test/crypto/signing-key';
import { trustFindings } from '../../src/configuration/check-trust-folder.ts';
import { folderOf } from './config-folder.ts';

const { anchor, x5c } = await makeSigningKey();
const LEAF = `-----BEGIN CERTIFICATE-----\n${x5c[0]}\n-----END CERTIFICATE-----\n`;

function found(t: TestContext, files: Readonly<Record<string, string>>, now = KEY_NOT_BEFORE): readonly string[] {
  const root = join(folderOf(t, { ...files, x: '' }), 'trust');
  return trustFindings(root, now).map(({ level = 'error', file, detail }) =>
    [level, `${relative(root, file)}:`, detail].join(' '),
  );
}

test('anchors of every purpose, issuers at the old place too', (t) => {
  assert.deepEqual(found(t, {}), []);
  const files = {
    'trust/a.pem': anchor,
    'trust/a.json': '{"vct":[]}',
    'trust/issuers/b.pem': anchor,
    'trust/issuers/b.json': '{"vct":["x"]}',
    'trust/wallet-providers/c.pem': anchor + anchor,
    'trust/access-authorities/d.pem': anchor,
    'trust/registration-providers/e.pem': anchor,
    'trust/registration-status/e.pem': anchor,
  };
  assert.deepEqual(found(t, files), []);
});

test('an anchor that is not valid is a warning', (t) => {
  const warned = found(t, { 'trust/issuers/b.pem': anchor, 'trust/wallet-providers/c.pem': anchor }, KEY_NOT_AFTER + 1);
  assert.deepEqual(
    warned.map((line) => line.slice(0, line.indexOf(' now: '))),
    [
      'warning issuers/b.pem: This certificate is not valid',
      'warning wallet-providers/c.pem: This certificate is not valid',
    ],
  );
});

test('an anchor that ends within 30 days is a warning', (t) => {
  const files = { 'trust/issuers/b.pem': anchor };
  assert.deepEqual(found(t, files, KEY_NOT_AFTER - 30 * 86_400_000 - 1), []);
  const [warned] = found(t, files, KEY_NOT_AFTER - 30 * 86_400_000);
  assert.match(warned ?? '', /^warning issuers\/b\.pem: This certificate expires in 30 days: /);
});

test('pinned certificates need not be CAs', (t) => {
  const pinned = { 'trust/issuers/b.json': '{"doctype":["d"],"pinned":true}', 'trust/issuers/b.pem': LEAF };
  assert.deepEqual(found(t, pinned), []);
  assert.match(
    found(t, { ...pinned, 'trust/issuers/b.pem': 'x' })[0] ?? '',
    /The trust file contains no certificates$/,
  );
});

test('mistakes in each folder', (t) => {
  const mistakes: readonly [Readonly<Record<string, string>>, RegExp][] = [
    [{ 'trust/wallet-providers/.gitkeep': '' }, /^error wallet-providers: There is no \.pem file here/],
    [{ 'trust/wallet-providers/a.crt': anchor, 'trust/wallet-providers/b.pem': anchor }, /a\.crt: .* end with \.pem$/],
    [{ 'trust/wallet-providers/b.json': '{"vct":[]}', 'trust/wallet-providers/b.pem': anchor }, /b\.json: .* \.pem$/],
    [{ 'trust/registration-providers/b.json': '{"vct":[]}' }, /b\.json: .* end with \.pem$/],
    [
      { 'trust/access-authorities/b.pem': LEAF },
      /access-authorities\/b\.pem: The trust file has no CA certificates, or others too$/,
    ],
    [
      { 'trust/wallet-providers/b.pem': LEAF },
      /^error wallet-providers\/b\.pem: The trust file has no CA certificates, or others too$/,
    ],
    [{ 'trust/issuers/b.pem': LEAF }, /^error issuers\/b\.pem: The trust file has no CA certificates, or others too$/],
    [
      { 'trust/issuers/b.json': '{"doctype":"d"}', 'trust/issuers/b.pem': anchor },
      /b\.json: doctype must be a list of types/,
    ],
    [{ 'trust/issuers/b.json': '{"vct":[]}' }, /^error issuers\/b\.json: There is no \.pem file with the same name/],
    [{ 'trust/wallet-provider/b.pem': anchor }, /^error wallet-provider: .*trust\/issuers, trust\/wallet-providers, /],
  ];
  for (const [files, expected] of mistakes) {
    const lines = found(t, files);
    assert.equal(lines.length, 1, lines.join());
    assert.match(lines[0] ?? '', expected);
  }
});
