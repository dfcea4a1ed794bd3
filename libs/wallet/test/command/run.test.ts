/** Runs that need no server: a wallet responds to a page. The others are in test/wallet. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readCommandLine } from '../../src/command/command-line.ts';
import { run } from '../../src/command/run.ts';
import { openWalletFile } from '../../src/command/wallet-file.ts';
import { madeMdl } from '../mdoc/made-mdl.ts';
import { ORIGIN, signed } from '../presentation/page-requests.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-page-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const requests = join(folder, 'requests.json');
writeFileSync(requests, JSON.stringify({ digital: { requests: [signed()] } }));
openWalletFile(join(folder, 'wallet.json')).keep('https://i.example', madeMdl());

async function answering(origin: string) {
  const asked = readCommandLine(['page', requests, '--origin', origin], folder);
  assert.equal(asked.kind, 'page');
  if (asked.kind !== 'page') return assert.fail();
  const lines: string[] = [];
  const say = (line: string): void => void lines.push(line);
  return { report: await run(asked, { say, fetch: () => assert.fail('no request leaves') }), lines };
}

test('the answer for the page is in the report, and the last line', async () => {
  const { report, lines } = await answering(ORIGIN);
  assert.deepEqual([report.outcome, report.command, report.steps], ['accepted', 'page', []]);
  assert.equal(report.answer?.protocol, 'openid4vp-v1-signed');
  assert.deepEqual(JSON.parse(lines.at(-1) ?? ''), report.answer);
  assert.deepEqual(report.shared?.[0]?.claims, { 'org.iso.18013.5.1': { age_over_18: true } });
});

test('a page of another origin gets no answer', async () => {
  const { report } = await answering('https://phisher.example');
  assert.equal(report.outcome, 'wallet_refuses');
  assert.match(report.why ?? '', /not meant for https:\/\/phisher\.example/);
  assert.equal(report.answer, undefined);
});
