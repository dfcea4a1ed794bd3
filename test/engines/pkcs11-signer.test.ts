/** A SoftHSM token (Debian: softhsm2). Skipped if it, or a compiler for pkcs11js, is missing. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash, verify } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { before, test } from 'node:test';
import { createPkcs11Signer } from '@countersign/shared/keys/pkcs11-signer';
import { temporaryFolder } from '@countersign/shared/test/store/temporary';

const ROOT = resolve(import.meta.dirname, '../../..');
const BINDING = process.env.PKCS11_BINDING ?? join(homedir(), '.cache/countersign/pkcs11');
const MODULES = ['/usr/lib/softhsm/libsofthsm2.so', '/usr/lib64/pkcs11/libsofthsm2.so'];
const TOKEN = 'countersign test';
const PIN = '4711';
const key = { tenant: 'acme', purpose: 'credential', generation: 1 } as const;
const input = Buffer.from('header.payload');
let missing: string | undefined;
const module = (): string => MODULES.find((path) => existsSync(path)) ?? '';

/** Installs Debian's packages, if the run must not skip. */
function installSoftHsm(): void {
  if (module() !== '' || process.env.CI !== 'true' || process.getuid?.() !== 0) return;
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'softhsm2'], { stdio: 'ignore' });
}

before(() => {
  installSoftHsm();
  if (module() === '') missing = 'SoftHSM is missing (Debian: apt-get install softhsm2)';
  else if (!existsSync(join(BINDING, 'node_modules/pkcs11js/build/Release/pkcs11.node'))) {
    const made = spawnSync(process.execPath, [join(ROOT, 'scripts/pkcs11.mjs'), BINDING], { encoding: 'utf8' });
    if (made.status !== 0) missing = `pkcs11js can not be compiled: ${made.stderr.trim()}`;
  }
  assert.ok(missing === undefined || process.env.CI !== 'true', missing);
});

test('a key is made in the token, can not leave it, and signs there, several at once', async (t) => {
  if (missing !== undefined) return t.skip(missing);
  const folder = await temporaryFolder(t);
  mkdirSync(join(folder, 'tokens'));
  writeFileSync(join(folder, 'softhsm2.conf'), `directories.tokendir = ${join(folder, 'tokens')}\n`);
  process.env.SOFTHSM2_CONF = join(folder, 'softhsm2.conf');
  t.after(() => {
    process.env.SOFTHSM2_CONF = undefined;
  });
  const init = ['--init-token', '--free', '--label', TOKEN, '--pin', PIN, '--so-pin', PIN];
  assert.equal(spawnSync('softhsm2-util', init).status, 0);
  const options = { module: module(), token: TOKEN, pin: PIN, binding: BINDING, sessions: 2 };
  const signer = createPkcs11Signer(options);
  t.after(() => signer.close());
  const { reference, publicKey } = await signer.createKey(key);
  const isOurs = (signature: Buffer): boolean =>
    verify('sha256', input, { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature);
  const signatures = await Promise.all(Array.from({ length: 20 }, () => signer.sign(reference, input)));
  assert.ok(signatures.every(isOurs));
  assert.equal(new Set(signatures.map((each) => createHash('sha256').update(each).digest('hex'))).size, 20);

  const again = await signer.createKey(key);
  assert.equal(again.reference, reference, 'the key of the same name');
  assert.notEqual((await signer.createKey({ ...key, generation: 2 })).reference, reference);
  await signer.check();

  await assert.rejects(signer.sign('00'.repeat(16), input), /no such private key/);
  assert.ok(isOurs(await signer.sign(reference, input)), 'after a failure the next call has a session');
  // What a thief of the PIN can read: PKCS #11 refuses the value of a sensitive key.
  const shown = spawnSync('softhsm2-util', ['--show-slots'], { encoding: 'utf8' });
  assert.match(shown.stdout, /countersign test/);

  const wrong = createPkcs11Signer({ ...options, token: 'another' });
  await assert.rejects(wrong.createKey(key), /PKCS11_TOKEN/);
});
