import assert from 'node:assert/strict';
import { sign, verify } from 'node:crypto';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { WalletFailure } from '../../src/command/wallet-failure.ts';
import { openWalletFile } from '../../src/command/wallet-file.ts';
import { newWalletKey } from '../../src/jwt/keys.ts';

function pathOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-wallet-file-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'new', 'wallet.json');
}

test('a wallet without a file holds nothing', (t) => {
  assert.deepEqual(openWalletFile(pathOf(t)).held(), []);
});

test('what is kept is there when the file is opened again, oldest first, with keys that sign', (t) => {
  const path = pathOf(t);
  const keys = [newWalletKey(), newWalletKey()];
  for (const [n, key] of keys.entries()) {
    openWalletFile(path).keep('https://i.example', { credential: `credential-${n}`, key });
  }
  const held = openWalletFile(path).held();
  assert.deepEqual(
    held.map(({ credential }) => credential),
    ['credential-0', 'credential-1'],
  );
  for (const [n, { key }] of held.entries()) {
    const made = keys[n];
    assert.ok(made !== undefined);
    assert.deepEqual(key.publicJwk, made.publicJwk);
    const publicKey = { key: made.publicJwk, format: 'jwk' } as const;
    assert.ok(verify('sha256', Buffer.from('x'), publicKey, sign('sha256', Buffer.from('x'), key.privateKey)));
  }
});

test('the file has keys in the clear: its owner alone reads it', (t) => {
  const path = pathOf(t);
  openWalletFile(path).keep('https://i.example', { credential: 'c', key: newWalletKey() });
  assert.equal(statSync(path).mode & 0o777, 0o600);
});

test('a file of something else is neither read nor overwritten', (t) => {
  const path = join(pathOf(t), '..', '..', 'other.json');
  for (const content of ['', 'no JSON', '{}', '[1]', '[null]', '[{"credential":"c"}]']) {
    writeFileSync(path, content);
    const file = openWalletFile(path);
    const isNone = (error: unknown): boolean =>
      error instanceof WalletFailure && /is not a file of this/.test(`${error}`);
    assert.throws(() => file.held(), isNone, content);
    assert.throws(() => file.keep('https://i.example', { credential: 'c', key: newWalletKey() }), isNone, content);
    assert.equal(statSync(path).size, content.length);
  }
});
