/** Runs the commands of docs/how-to/intermediary.md: a party's claims are passed to its webhook and erased. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { until } from '@countersign/shared/test/patience';
import { freePort } from '../../support/child-server.ts';
import {
  type Block,
  blocksOf,
  makeClone,
  runShell,
  startProgram,
  untilReady,
  variablesOf,
} from '../../support/documented-commands.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');

/** The receiver runs while the blocks after it do, and until it has received the presentation. */
function scriptOf(blocks: readonly Block[], receiverPort: number): string {
  const parts = blocks.map(({ kind, text }) => {
    if (kind !== 'receiver') return text;
    const lines = text.trim().split('\n');
    const last = lines.pop();
    const begun = `(export PORT=${receiverPort}; exec ${last} > receiver.log 2>&1) &\nRECEIVER=$!`;
    const waited = 'until grep -q waiting receiver.log; do kill -0 $RECEIVER; sleep 0.1; done';
    return `${lines.join('\n')}\n${begun}\ntrap 'kill $RECEIVER' EXIT\n${waited}`;
  });
  return ['set -euo pipefail', ...parts].join('\n');
}

test('a party and its intermediary, by the commands of docs/how-to/intermediary.md', async (t) => {
  const folder = makeClone();
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const [port, authorityPort, receiverPort] = [await freePort(), await freePort(), await freePort()];
  const document = readFileSync(join(ROOT, 'docs/how-to/intermediary.md'), 'utf8')
    .replaceAll('localhost:3000', `localhost:${port}`)
    .replaceAll(':4010', `:${authorityPort}`)
    .replaceAll(':4000', `:${receiverPort}`);
  const blocks = blocksOf(document);
  const [authority, server] = ['authority', 'server'].map((kind) => blocks.find((one) => one.kind === kind));
  assert.ok(authority && server);
  const place = 'data/authority';
  assert.equal(authority.text.trim(), `npm run --silent authority -- ${place}`);
  const args = [place, '--port', String(authorityPort)];
  startProgram(t, folder, 'test/dist/authority/authority.js', { args });
  await until('the authorities', async () => existsSync(join(folder, place, 'national-list.pem')));

  const at = blocks.indexOf(server);
  const before = await runShell(scriptOf(blocks.slice(1, at), receiverPort), folder);
  assert.doesNotMatch(before, / error /);

  assert.match(server.text, /npm start$/m);
  const env = { ...variablesOf(server.text), PORT: String(port), METRICS_PORT: '0' };
  const started = startProgram(t, folder, 'bundle/standalone.js', { env });
  await untilReady(`http://localhost:${port}`, started);
  const after = await runShell(scriptOf(blocks.slice(at + 1), receiverPort), folder);
  assert.match(after, /"outcome":"accepted"/);
  assert.match(after, /"credentialsErased":true/);
  assert.match(after, /registration_exceeded/);
  assert.match(after, /dcql_query\/credentials\/0\/claims\/0\/path/);
  const received = readFileSync(join(folder, 'receiver.log'), 'utf8');
  assert.match(received, /"given_name": "Erika"/);
  assert.doesNotMatch(received, /refused/);
});
