/** The wallet at the terminal as a wallet of the HAIP line. */
import assert from 'node:assert/strict';
import { createPublicKey, X509Certificate } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openProvider, writeProviderCertificate } from '@countersign/wallet/command/provider-file';
import { openWalletFile } from '@countersign/wallet/command/wallet-file';
import { makeOffer, PRE_AUTHORIZED_FLOW } from '../support/flows.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';
import { typed } from './terminal.ts';

let folder: string;
let store: string;
let server: TestServer;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-wallet-'));
  store = join(folder, 'wallet.json');
  server = await startSampleServer();
});
after(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const held = (): number => openWalletFile(store).held().length;

test('it takes the credential of an offer by code, and prints each step', async () => {
  const { uri } = await makeOffer(server);
  const { report, lines } = await typed(folder, [uri, '--profile', 'credo']);
  assert.equal(report.outcome, 'accepted', report.why);
  const steps = lines.filter((line) => !line.startsWith(' '));
  assert.match(
    steps.join('\n'),
    /^Offer\nMetadata, as credo-ts .*\nAuthorization challenge\nAuthorization\nToken\nCredential pid\nNotification\npid: \{/,
  );
  assert.equal(held(), 1);
});

test('it takes one by pre-authorized code', async () => {
  const { uri } = await makeOffer(server, PRE_AUTHORIZED_FLOW);
  assert.equal((await typed(folder, [uri, '--profile', 'suite'])).report.outcome, 'accepted');
});

test('it says why a wallet refuses the metadata', async () => {
  const { uri } = await makeOffer(server);
  const { report } = await typed(folder, [uri, '--profile', 'eudi-kotlin']);
  assert.equal(report.outcome, 'wallet_refuses');
  assert.match(report.why ?? '', /pid: jwt proof must contain 'key_attestations_required'/);
});

test('its provider is made once, readable by its owner alone', async () => {
  const certificate = join(folder, 'trust', 'trial.pem');
  writeProviderCertificate({ certificate, store });
  const file = join(folder, 'wallet-provider.json');
  assert.ok(existsSync(file));
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const provider = openProvider(store);
  assert.equal(readFileSync(certificate, 'utf8'), provider.caPem);
  const leaf = new X509Certificate(Buffer.from(provider.x5c[0] ?? '', 'base64'));
  assert.ok(leaf.verify(new X509Certificate(provider.caPem).publicKey));
  assert.equal(leaf.publicKey.equals(createPublicKey(provider.key.privateKey)), true);
});

test('a file that is no provider is named', async () => {
  const other = mkdtempSync(join(folder, 'other-'));
  writeFileSync(join(other, 'wallet-provider.json'), '{}');
  assert.throws(() => openProvider(join(other, 'wallet.json')), /is not a wallet provider/);
});
