/** Each step of the protocols, one command after the other. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Report } from '@countersign/wallet/command/report';
import { openWalletFile } from '@countersign/wallet/command/wallet-file';
import { makeOffer, PRE_AUTHORIZED_FLOW, sessionOf } from '../support/flows.ts';
import { makeRequest } from '../support/presentation.ts';
import { SHAPE_A, writeMember } from '../support/presentation-during-issuance.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';
import { typed } from './terminal.ts';

let folder: string;
let server: TestServer;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-wallet-'));
  server = await startSampleServer();
  writeMember(server, SHAPE_A);
});
after(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the steps, each with the words of its command. */
async function walk(...steps: readonly (readonly string[])[]): Promise<readonly Report[]> {
  const reports: Report[] = [];
  for (const step of steps) {
    const { report } = await typed(folder, step);
    assert.equal(report.outcome, 'accepted', `${step.join(' ')}: ${report.why}`);
    reports.push(report);
  }
  return reports;
}

const held = (): number => openWalletFile(join(folder, 'wallet.json')).held().length;

test('by authorization code: PAR, authorization, token, nonce, credential, notification', async () => {
  const made = await makeOffer(server);
  const before = held();
  const reports = await walk(
    ['offer', made.uri],
    ['metadata'],
    ['par'],
    ['authorize'],
    ['token'],
    ['nonce'],
    ['credential'],
    ['notify'],
  );
  assert.equal(held(), before + 1);
  assert.equal(reports[6]?.credentials?.[0]?.configuration, 'pid');
  assert.equal((await sessionOf(server, made.session)).status, 'completed');
  assert.equal(statSync(join(folder, 'wallet-run.json')).mode & 0o777, 0o600);
  const [call] = reports[4]?.steps.filter(({ step }) => step === 'token') ?? [];
  assert.equal(call?.status, 200);
  assert.deepEqual(reports[0]?.requests.length, 1);
});

test('by pre-authorized code, and a step that comes twice is refused', async () => {
  const made = await makeOffer(server, { ...PRE_AUTHORIZED_FLOW, tx_code: '4711' });
  await walk(['offer', made.uri], ['token', '--tx-code', '4711']);
  const { report } = await typed(folder, ['token', '--tx-code', '4711']);
  assert.equal(report.outcome, 'refused');
  assert.deepEqual([report.refusal?.step, report.refusal?.error], ['token', 'invalid_grant']);
  await walk(['credential']);
});

test('with a presentation: challenge, request, response, challenge, token, credential', async () => {
  const made = await makeOffer(server, { credentialConfigurationIds: ['member'] });
  await walk(
    ['offer', made.uri],
    ['challenge'],
    ['request-object'],
    ['respond'],
    ['challenge'],
    ['token'],
    ['credential'],
  );
  assert.equal((await sessionOf(server, made.session)).status, 'issued');
});

test('a presentation alone, and one that is declined', async () => {
  const asked = await makeRequest(server, { requestId: 'name-check' });
  const [, report] = await walk(['request-object', asked.uri], ['respond']);
  assert.equal(report?.shared?.length, 1);
  const other = await makeRequest(server, { requestId: 'name-check' });
  await walk(['request-object', other.uri], ['decline']);
  assert.equal((await sessionOf(server, other.session)).status, 'rejected');
});

test('a step without those before it says which is missing', async () => {
  const run = join(folder, 'empty.json');
  for (const [step, missing] of [
    ['par', /has no offer\. Next: start with the step offer/],
    ['respond', /has no request\. Next: run the step request-object/],
  ] as const) {
    const { report } = await typed(folder, [step, '--run', run]);
    assert.equal(report.outcome, 'wrong_use');
    assert.match(report.why ?? '', missing);
  }
  writeFileSync(run, '[]');
  assert.match((await typed(folder, ['par', '--run', run])).report.why ?? '', /is not a run of this wallet/);
});

test('without DPoP the token is a Bearer token; a notification can say otherwise, or be left out', async () => {
  for (const event of ['credential_failure', 'none']) {
    const made = await makeOffer(server, PRE_AUTHORIZED_FLOW);
    const { report, lines } = await typed(folder, [made.uri, '--bearer', '--notification', event]);
    assert.equal(report.outcome, 'accepted', report.why);
    assert.ok(lines.some((line) => /^ {4}Bearer token for/.test(line)));
    const notified = report.steps.some(({ step }) => step === 'notification');
    assert.equal(notified, event !== 'none');
    assert.equal((await sessionOf(server, made.session)).status, 'issued');
  }
});

test('a fault is made, and the refusal is in the report', async () => {
  const made = await makeOffer(server);
  const { report } = await typed(folder, ['accept', made.uri, '--fault', 'pkce_verifier', '--json']);
  assert.deepEqual([report.outcome, report.fault], ['refused', 'pkce_verifier']);
  assert.deepEqual([report.refusal?.step, report.refusal?.error], ['token', 'invalid_grant']);
  assert.ok(report.requests.length >= 3);
});
