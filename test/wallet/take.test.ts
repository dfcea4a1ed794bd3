/** A credential whose claims are late, in the wallet at the terminal. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createJournal } from '@countersign/wallet/command/journal';
import type { Terminal } from '@countersign/wallet/command/show';
import { take } from '@countersign/wallet/command/take';
import { WalletFailure } from '@countersign/wallet/command/wallet-failure';
import { openWalletFile } from '@countersign/wallet/command/wallet-file';
import { makeOffer, PRE_AUTHORIZED_FLOW } from '../support/flows.ts';
import { startSampleServer } from '../support/sample-server.ts';

/** A wallet that holds a pid, and an offer of a member card whose claims a backend returns on demand. */
async function deferredOffer(t: TestContext) {
  const answers: (() => void)[] = [];
  const backend = createServer((_, response) => {
    answers.push(() => response.end(JSON.stringify({ member: { level: 'late' } })));
  });
  await new Promise<void>((done) => backend.listen(0, '127.0.0.1', done));
  const server = await startSampleServer({ env: { CLAIMS_WAIT: '0' } });
  const folder = mkdtempSync(join(tmpdir(), 'countersign-wallet-'));
  t.after(async () => {
    backend.closeAllConnections();
    backend.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const lines: string[] = [];
  const say = (line: string): void => void lines.push(line);
  const terminal: Terminal = { journal: createJournal(say), file: openWalletFile(join(folder, 'wallet.json')), say };
  const pause = async (): Promise<void> => undefined;
  const pid = await makeOffer(server, PRE_AUTHORIZED_FLOW);
  await take(terminal, { link: new URL(pid.uri), pause });
  const url = `http://127.0.0.1:${(backend.address() as AddressInfo).port}/`;
  const member = await makeOffer(server, { credentialConfigurationIds: ['member'], webhook: { url } });
  return { terminal, lines, link: new URL(member.uri), answers };
}

test('it is asked for again until it is there', async (t) => {
  const { terminal, lines, link, answers } = await deferredOffer(t);
  const waited: number[] = [];
  const pause = async (seconds: number): Promise<void> => {
    waited.push(seconds);
    if (waited.length === 2) answers[0]?.();
    await new Promise((turn) => setTimeout(turn, 50));
  };
  await take(terminal, { link, pause });
  assert.ok(waited.length >= 2 && waited.every((seconds) => seconds === 5), String(waited));
  assert.match(lines.at(-1) ?? '', /^member: [\s\S]*"level": "late"/);
  assert.equal(terminal.file.held().length, 2);
});

test('it is not asked for without end', async (t) => {
  const { terminal, lines, link } = await deferredOffer(t);
  const pause = async (): Promise<void> => undefined;
  await assert.rejects(take(terminal, { link, pause }), (error) => {
    assert.ok(error instanceof WalletFailure);
    return /did not come. Next: look at claimsStatus/.test(error.message);
  });
  assert.equal(lines.filter((line) => line.includes('deferred: asks again')).length, 60);
});
