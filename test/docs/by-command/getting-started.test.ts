/** Runs every command of docs/learn/getting-started.md, in its order, against the server that its first command starts. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { freePort } from '../../support/child-server.ts';
import { type Block, blocksOf, filesOf, makeClone, runShell, untilReady } from '../../support/documented-commands.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');

/** One shell for all blocks, as in one terminal; the output of each follows its number. */
function scriptOf(blocks: readonly Block[], receiverPort: number): string {
  const parts = blocks.map(({ kind, text }, index) => {
    if (kind === 'server') return '';
    if (kind !== 'receiver') return `echo "== ${index}"\n${text}`;
    const lines = text.trim().split('\n');
    const last = lines.pop();
    // `exec`, so that the receiver itself is ended.
    const begun = `(export PORT=${receiverPort}; exec ${last} > receiver.log 2>&1) &\nRECEIVER=$!`;
    const waited = 'until grep -q waiting receiver.log; do kill -0 $RECEIVER; sleep 0.1; done';
    return `${lines.join('\n')}\n${begun}\ntrap 'kill $RECEIVER' EXIT\n${waited}`;
  });
  // The last webhooks are still on their way when the last command has ended.
  const received = 'until grep -q status.changed receiver.log; do kill -0 $RECEIVER; sleep 0.1; done';
  return ['set -euo pipefail', ...parts, received].join('\n');
}

test('every command of docs/learn/getting-started.md does what the text says', async (t) => {
  const folder = makeClone();
  const [port, receiverPort] = [await freePort(), await freePort()];
  const document = readFileSync(join(ROOT, 'docs/learn/getting-started.md'), 'utf8')
    .replaceAll('localhost:3000', `localhost:${port}`)
    .replaceAll('localhost:4000', `localhost:${receiverPort}`);
  const blocks = blocksOf(document);
  const begun = blocks.find(({ kind }) => kind === 'server');
  assert.equal(begun?.text.trim(), 'npm start');
  assert.ok(blocks.length >= 10, 'the blocks are found');

  const env = { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), METRICS_PORT: '0' };
  // A separate process group, so that npm, its shell and the server end together.
  const server = spawn('npm', ['start'], { cwd: folder, env, stdio: 'ignore', detached: true });
  const ended = new Promise((done) => server.once('exit', done));
  t.after(async () => {
    if (server.pid !== undefined && server.exitCode === null) process.kill(-server.pid, 'SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  await untilReady(`http://localhost:${port}`, server);

  const before = filesOf(folder);
  const output = await runShell(scriptOf(blocks, receiverPort), folder);
  assert.deepEqual(filesOf(folder), before, 'nothing is left outside of data/');
  const log = readFileSync(join(folder, 'receiver.log'), 'utf8');
  const printed = (index: number): string => output.split(`== ${index}\n`)[1]?.split('\n== ')[0] ?? '';
  const indexOf = (word: string): number => blocks.findIndex(({ text }) => text.includes(word));

  for (const type of ['credential.issued', 'issuance.completed', 'presentation.verified', 'status.changed']) {
    assert.ok(log.includes(`"type": "${type}"`), `${type} is missing: ${log}`);
  }
  assert.ok(log.includes('Erika'), 'the presented name');
  assert.ok(!log.includes('refused'), log);
  assert.match(printed(indexOf('session?state=order-1')), /"status":"completed"/);
  assert.match(printed(indexOf('session?state=order-1')), /"state":"delivered"/);
  assert.match(printed(indexOf('status-management')), /"status":1/);
  assert.match(printed(indexOf('/audit?session=')), /"action":"status.changed"/);
  assert.match(printed(indexOf('no-such-thing')), /urn:countersign:problem:invalid_request/);
  assert.match(printed(indexOf('MEMBER=')), /a presentation is needed first[\s\S]*"level": "reader"/);
  assert.match(printed(indexOf('LOCKED=')), /code: 'invalid_grant'[^}]*step: 'token'/);
  assert.match(printed(indexOf('tenant-offer.json')), /"tenantId":"root"/);
  const png = readFileSync(join(folder, 'data/offer.png'));
  assert.deepEqual([...png.subarray(1, 4)], [...Buffer.from('PNG')]);
  assert.match(printed(indexOf('staff-card')), /^No mistakes in \d+ files of 2 tenants[\s\S]*"id":"staff-card"/m);
  assert.match(printed(indexOf('/dry-run')), /^accepted$/m);
});

test('the sample receiver refuses what is not signed', async (t) => {
  const port = await freePort();
  const key = Buffer.alloc(32, 3).toString('base64');
  const receiver = spawn(process.execPath, [join(ROOT, 'docs/examples/webhook-receiver.mjs')], {
    env: { WEBHOOK_SECRET: `whsec_${key}`, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => receiver.kill());
  await new Promise((ready) => receiver.stdout.once('data', ready));
  const now = String(Math.floor(Date.now() / 1000));
  const headers = { 'webhook-id': 'e', 'webhook-timestamp': now, 'webhook-signature': 'v1,AAAA' };
  for (const given of [headers, { 'webhook-id': 'e' }, {}]) {
    const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers: given, body: '{}' });
    assert.equal(answer.status, 401);
  }
});
