/** Runs every command of docs/how-to/payments.md, in its order, while a server runs. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { blocksOf, runShell, serveClone } from '../../support/documented-commands.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');

test('every command of docs/how-to/payments.md does what the text says', async (t) => {
  const { folder, port } = await serveClone(t);
  const document = readFileSync(join(ROOT, 'docs/how-to/payments.md'), 'utf8').replaceAll(
    'localhost:3000',
    `localhost:${port}`,
  );
  const [begun, ...blocks] = blocksOf(document);
  assert.equal(begun?.kind, 'server');
  const parts = blocks.map(({ text }, index) => `echo; echo "== ${index}"\n${text}`);
  const output = await runShell(['set -euo pipefail', ...parts].join('\n'), folder);
  const printed = (word: string): string => {
    const index = blocks.findIndex(({ text }) => text.includes(word));
    return output.split(`== ${index}\n`)[1]?.split('\n== ')[0] ?? '';
  };

  assert.equal(printed('sed ').trim(), '/transaction_data/0/payload/amount');
  const session = JSON.parse(printed('/session/').trim());
  assert.equal(session.status, 'verified');
  const [{ confirmed }] = session.credentials;
  const [sent] = confirmed.transactionData;
  const asked = JSON.parse(readFileSync(join(folder, 'data/pay.json'), 'utf8')).transaction_data;
  assert.deepEqual([JSON.parse(Buffer.from(sent, 'base64url').toString())], asked);
  assert.deepEqual(Object.keys(confirmed.authentication).sort(), ['amr', 'jti', 'responseMode']);
  const [outcome, ...found] = printed('/pay/dry-run').trim().split(',');
  assert.equal(outcome, 'accepted');
  assert.deepEqual(
    found.filter((code) => code.startsWith('payment_')),
    [],
  );
  const codes = printed('/card/dry-run').trim().split(',');
  assert.ok(codes.includes('payment_label_missing'));
  assert.ok(!codes.includes('payment_category_missing') && !codes.includes('payment_without_chaining'));
});
