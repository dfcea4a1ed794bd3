import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from '@countersign/shared/kernel/log';
import { readSettings } from '@countersign/shared/settings/read-settings';
import { auditRecords } from '@countersign/shared/test/model/every-tenant';
import { warnOnce } from '../../src/request/request-create.ts';
import { openVerifier } from '../world.ts';

const configuration = { id: 'name-check', source: 'file', version: '1' } as const;

function warner(NODE_ENV: string | undefined): {
  readonly lines: string[];
  readonly warn: ReturnType<typeof warnOnce>;
} {
  const lines: string[] = [];
  const log = createLog('debug', Date.now, (line) => lines.push(line));
  return { lines, warn: warnOnce({ log, settings: { ...readSettings({}).settings, NODE_ENV } as never }) };
}

test('a missing registration certificate: once per configuration and version, in production', () => {
  const { lines, warn } = warner('production');
  warn('default', configuration);
  warn('default', configuration);
  assert.equal(lines.length, 1);
  warn('default', { ...configuration, version: '2' });
  warn('other', configuration);
  assert.equal(lines.length, 3);
  assert.match(lines[2] ?? '', /"tenant":"other","configuration":"name-check"/);
});

test('no warning outside of production: samples have no certificate', () => {
  const { lines, warn } = warner(undefined);
  warn('default', configuration);
  assert.deepEqual(lines, []);
});

test('a request is stored with the audit record of its call', async (t) => {
  const world = await openVerifier(t);
  const record = { id: 'r', tenant: 'default', at: 1, action: 'presentation-request.made', client: 'c' };
  const asked = { requestId: 'question', response_type: 'uri' };
  const reply = await world.call('verifier.request.create', { method: 'POST', encoding: 'json', body: asked, record });
  const { session } = reply.body as { readonly session: string };
  assert.equal(reply.recorded, true);
  assert.deepEqual(await world.platform.store.get(auditRecords, 'r'), { ...record, session, rev: 1 });
});
