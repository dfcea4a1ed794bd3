/** A credential whose claims are late, in the wallet at the terminal. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openWalletFile } from '@countersign/wallet/command/wallet-file';
import { makeOffer, PRE_AUTHORIZED_FLOW } from '../support/flows.ts';
import { startSampleServer } from '../support/sample-server.ts';
import { typed } from './terminal.ts';

/** A wallet with a pid, and an offer of a member card whose claims a backend returns on demand. */
async function deferredOffer(t: TestContext, env: Readonly<Record<string, string>> = {}) {
  const answers: (() => void)[] = [];
  const backend = createServer((_, response) => {
    answers.push(() => response.end(JSON.stringify({ member: { level: 'late' } })));
  });
  await new Promise<void>((done) => backend.listen(0, '127.0.0.1', done));
  const server = await startSampleServer({ env: { CLAIMS_WAIT: '0', ...env } });
  const folder = mkdtempSync(join(tmpdir(), 'countersign-wallet-'));
  t.after(async () => {
    backend.closeAllConnections();
    backend.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const pid = await makeOffer(server, PRE_AUTHORIZED_FLOW);
  await typed(folder, [pid.uri]);
  const url = `http://127.0.0.1:${(backend.address() as AddressInfo).port}/`;
  const member = await makeOffer(server, { credentialConfigurationIds: ['member'], webhook: { url } });
  return { folder, link: member.uri, answers };
}

test('it is asked for again until it is there', async (t) => {
  const { folder, link, answers } = await deferredOffer(t);
  const waited: number[] = [];
  const pause = async (seconds: number): Promise<void> => {
    waited.push(seconds);
    if (waited.length === 2) answers[0]?.();
    await new Promise((turn) => setTimeout(turn, 50));
  };
  const { report, lines } = await typed(folder, [link], { pause });
  assert.equal(report.outcome, 'accepted');
  assert.ok(waited.length >= 2 && waited.every((seconds) => seconds === 5), String(waited));
  assert.match(lines.at(-1) ?? '', /^member: [\s\S]*"level": "late"/);
  assert.equal(openWalletFile(join(folder, 'wallet.json')).held().length, 2);
});

test('it is not asked for without end', async (t) => {
  const { folder, link } = await deferredOffer(t);
  const pause = async (): Promise<void> => undefined;
  const { report, lines } = await typed(folder, [link], { pause });
  assert.equal(report.outcome, 'wallet_refuses');
  assert.match(report.why ?? '', /did not come. Next: read claimsStatus/);
  assert.equal(lines.filter((line) => line.includes('deferred: asks again')).length, 60);
});

for (const [setting, outcome] of [
  ['off', 'accepted'],
  ['on', 'wallet_refuses'],
] as const) {
  test(`DEFERRED_NOTIFICATION=${setting}, a wallet as Credo 0.6: ${outcome}`, async (t) => {
    const { folder, link, answers } = await deferredOffer(t, { DEFERRED_NOTIFICATION: setting });
    const pause = async (): Promise<void> => {
      answers[0]?.();
      await new Promise((turn) => setTimeout(turn, 50));
    };
    const { report } = await typed(folder, ['--profile', 'credo-0.6', link], { pause });
    assert.equal(report.outcome, outcome, report.why);
    if (setting === 'on') assert.match(report.why ?? '', /notification_id/);
  });
}
