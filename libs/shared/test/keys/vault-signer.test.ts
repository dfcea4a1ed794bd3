import assert from 'node:assert/strict';
import { verify } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { silentLog } from '../../src/kernel/log.ts';
import { createVaultSigner, VaultError, type VaultSignerOptions } from '../../src/keys/vault-signer.ts';
import { temporaryFolder } from '../store/temporary.ts';
import { openVaultServer, VAULT_TOKEN } from './vault-server.ts';

const key = { tenant: 'acme', purpose: 'credential', generation: 1 } as const;
const input = Buffer.from('header.payload');

async function world(t: TestContext, more: Partial<VaultSignerOptions> = {}) {
  const vault = await openVaultServer(t);
  const common = { mount: 'transit', prefix: 'countersign', timeout: 5000, log: silentLog };
  const signer = createVaultSigner({ ...common, address: vault.address, token: VAULT_TOKEN, ...more });
  t.after(() => signer.close());
  return { vault, signer };
}

test('a key is made in Vault, not exportable, and signs there: ES256 of the whole input', async (t) => {
  const { vault, signer } = await world(t);
  const { reference, publicKey } = await signer.createKey(key);
  assert.equal(reference, 'countersign-acme-credential-1:1');
  const signature = await signer.sign(reference, input);
  assert.ok(verify('sha256', input, { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature));
  const [asked] = vault.signed;
  assert.deepEqual(
    [asked?.prehashed, asked?.marshaling_algorithm, asked?.hash_algorithm, asked?.key_version],
    [true, 'jws', 'sha2-256', 1],
  );
  assert.equal(Buffer.from(String(asked?.input), 'base64').length, 32, 'a digest, not the claims');
});

test('a key that exists is the same: replicas that make it at once get one', async (t) => {
  const { signer } = await world(t);
  const [one, two] = await Promise.all([signer.createKey(key), signer.createKey(key)]);
  assert.ok(one?.publicKey.equals(two?.publicKey as typeof one.publicKey));
  const other = await signer.createKey({ ...key, generation: 2 });
  assert.ok(!other.publicKey.equals(one.publicKey));
});

test('the token is renewed at half of its life, and read again from its file', async (t) => {
  const file = join(await temporaryFolder(t), 'token');
  writeFileSync(file, `${VAULT_TOKEN}\n`);
  const { token: _, ...noToken } = { token: undefined };
  const vault = await openVaultServer(t);
  vault.ttl = 0.02;
  const common = { mount: 'transit', prefix: 'countersign', timeout: 5000, log: silentLog, ...noToken };
  const signer = createVaultSigner({ ...common, address: vault.address, tokenFile: file });
  t.after(() => signer.close());
  await signer.check();
  const renewals = (): number => vault.calls.filter((call) => call.endsWith('/renew-self')).length;
  while (renewals() < 3) await new Promise((tick) => setTimeout(tick, 5));
  vault.token = 'hvs.another-token';
  await assert.rejects(signer.check(), VaultError);
  writeFileSync(file, vault.token);
  await signer.check();
});

test('an answer without a signature, a refusal and a server that is gone are errors without names of tenants', async (t) => {
  const { vault, signer } = await world(t);
  const { reference } = await signer.createKey(key);
  vault.mode = 'refuse';
  await assert.rejects(signer.sign(reference, input), (error: Error) => {
    assert.ok(error instanceof VaultError);
    assert.equal(error.message, 'Vault returned 403 to POST transit/sign');
    return true;
  });
  vault.mode = 'answer';
  await assert.rejects(signer.sign('countersign-nobody:1', input), VaultError);
  const gone = createVaultSigner({
    mount: 'transit',
    prefix: 'c',
    timeout: 500,
    log: silentLog,
    token: 'x',
    address: 'http://127.0.0.1:1',
  });
  t.after(() => gone.close());
  await assert.rejects(gone.sign(reference, input));
});

test('an answer in tiny pieces is refused', async (t) => {
  const { vault, signer } = await world(t);
  vault.mode = 'drip';
  await assert.rejects(signer.check(), (error: Error) => {
    assert.ok(error instanceof VaultError);
    assert.match(error.message, /tiny_pieces/);
    return true;
  });
});
