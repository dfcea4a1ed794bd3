import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Vault } from '@countersign/shared/keys/vault';
import { openKeyStatuses, sealedKeyStatuses } from '../../src/session/renewed-keys.ts';

let sealings = 0;
/** Opens only values that were sealed in the same context. */
const vault = {
  seal: (text: string, context: string) => {
    sealings += 1;
    return `${context}|${text}`;
  },
  open: (sealed: string, context: string) => {
    assert.ok(sealed.startsWith(`${context}|`));
    return sealed.slice(context.length + 1);
  },
} as Vault;
const uri = 'https://provider.example/list';
const [a, b] = [
  { uri, idx: 3 },
  { uri, idx: 4, exp: 100 },
] as const;
const record = (issued: Parameters<typeof openKeyStatuses>[1]['issued'] = []) => ({
  id: 'r',
  configurationIds: ['pid'],
  issued,
});
const pid = { configurationId: 'pid', session: 's' };

test('each status once; nothing new is not sealed again', () => {
  assert.deepEqual(sealedKeyStatuses(vault, record(), { ...pid, statuses: [] }), {});
  const first = { ...pid, ...sealedKeyStatuses(vault, record(), { ...pid, statuses: [a, a] }) };
  assert.deepEqual(openKeyStatuses(vault, record([first])), [a]);
  const before = sealings;
  for (const statuses of [[], [a]]) {
    const again = sealedKeyStatuses(vault, record([first]), { ...pid, statuses });
    assert.equal(again.sealedKeyStatuses, first.sealedKeyStatuses);
  }
  assert.equal(sealings, before);
  const both = { ...pid, ...sealedKeyStatuses(vault, record([first]), { ...pid, statuses: [b] }) };
  assert.deepEqual(openKeyStatuses(vault, record([both])), [a, b]);
});

test('another session begins anew, and a configuration that is not renewed any more does not count', () => {
  const first = { ...pid, ...sealedKeyStatuses(vault, record(), { ...pid, statuses: [a] }) };
  const renewal = { ...pid, session: 't' };
  const next = { ...renewal, ...sealedKeyStatuses(vault, record([first]), { ...renewal, statuses: [b] }) };
  assert.deepEqual(openKeyStatuses(vault, record([next])), [b]);
  assert.deepEqual(sealedKeyStatuses(vault, record([first]), { ...renewal, statuses: [] }), {});
  assert.deepEqual(openKeyStatuses(vault, { ...record([next]), configurationIds: ['pass'] }), []);
});
