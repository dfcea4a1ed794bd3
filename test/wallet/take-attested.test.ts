/** The wallet at the terminal as a wallet of the HAIP line. */
import assert from 'node:assert/strict';
import { createPublicKey, X509Certificate } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createJournal } from '@countersign/wallet/command/journal';
import { openProvider } from '@countersign/wallet/command/provider-file';
import type { Terminal } from '@countersign/wallet/command/show';
import { takeAttested, writeProviderCertificate } from '@countersign/wallet/command/take-attested';
import { WalletFailure } from '@countersign/wallet/command/wallet-failure';
import { openWalletFile } from '@countersign/wallet/command/wallet-file';
import { makeOffer, PRE_AUTHORIZED_FLOW } from '../support/flows.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';

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

function openTerminal(): { readonly terminal: Terminal; readonly lines: string[] } {
  const lines: string[] = [];
  const say = (line: string): void => void lines.push(line);
  return { terminal: { journal: createJournal(say), file: openWalletFile(store), say }, lines };
}

const pause = async (): Promise<void> => undefined;

test('it takes the credential of an offer by code, and prints each step', async () => {
  const { terminal, lines } = openTerminal();
  const { uri } = await makeOffer(server);
  await takeAttested(terminal, { link: new URL(uri), as: 'credo', store, pause });
  const steps = lines.filter((line) => !line.startsWith(' '));
  assert.match(
    steps.join('\n'),
    /^Offer\nMetadata, as credo-ts .*\nAuthorization and token\nCredential pid\nNotification\npid: \{/,
  );
  assert.equal(terminal.file.held().length, 1);
});

test('it takes one by pre-authorized code', async () => {
  const { terminal } = openTerminal();
  const { uri } = await makeOffer(server, PRE_AUTHORIZED_FLOW);
  const link = new URL(uri);
  await takeAttested(terminal, { link, as: 'suite', store, pause });
});

test('it says why a wallet refuses the metadata', async () => {
  const { uri } = await makeOffer(server);
  const refused = takeAttested(openTerminal().terminal, { link: new URL(uri), as: 'eudi-kotlin', store, pause });
  await assert.rejects(refused, (error) => {
    assert.ok(error instanceof WalletFailure);
    assert.match(error.message, /pid: jwt proof must contain 'key_attestations_required'/);
    return true;
  });
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
  assert.throws(() => openProvider(join(other, 'wallet.json')), /is no wallet provider/);
});
