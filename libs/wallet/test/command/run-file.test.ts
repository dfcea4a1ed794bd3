import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { kept, keyOf, pemOf, readRun, resume, writeRun } from '../../src/command/run-file.ts';
import { ProfileWallet } from '../../src/issuance/profile-wallet.ts';
import { newWalletKey } from '../../src/jwt/keys.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-wallet-'));
after(() => rmSync(folder, { recursive: true, force: true }));

test('a wallet continues with the keys, the token and the nonces of the run', () => {
  const path = join(folder, 'deep', 'run.json');
  const issuer = 'https://i.example';
  const wallet = new ProfileWallet({ issuer, wallet: 'plain' });
  wallet.token = { access: 'a', refresh: 'r', type: 'DPoP', json: { access_token: 'a' } };
  wallet.sender.dpopNonce = 'n';
  writeRun(path, kept(wallet));
  assert.equal(statSync(path).mode & 0o777, 0o600);
  const state = readRun(path);
  const dpopKey = keyOf(state.dpopKey ?? '');
  const next = resume(new ProfileWallet({ issuer, wallet: 'plain', dpopKey }), state);
  assert.deepEqual(next.token, wallet.token);
  assert.equal(next.verifier, wallet.verifier);
  assert.equal(next.sender.dpopNonce, 'n');
  assert.equal(next.sender.dpopKey?.thumbprint, wallet.sender.dpopKey?.thumbprint);
});

test('a key is restored from its text', () => {
  const key = newWalletKey();
  assert.deepEqual(keyOf(pemOf(key)).publicJwk, key.publicJwk);
});

test('a run that is not there yet is empty; a file that is none is named', () => {
  assert.deepEqual(readRun(join(folder, 'none.json')), {});
  const path = join(folder, 'other.json');
  for (const text of ['{', '[]', 'null']) {
    writeFileSync(path, text);
    assert.throws(() => readRun(path), /other\.json is not a run of this wallet/);
  }
});
