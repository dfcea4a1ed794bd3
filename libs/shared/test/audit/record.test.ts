import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuditFile } from '../../src/audit/file.ts';
import { type AuditParts, createAudit } from '../../src/audit/record.ts';
import { ProtocolError } from '../../src/kernel/errors.ts';
import { silentLog } from '../../src/kernel/log.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import { readSettings } from '../../src/settings/read-settings.ts';
import type { Store } from '../../src/store/port.ts';
import { auditRecords } from '../model/every-tenant.ts';
import { temporaryStore } from '../store/temporary.ts';

function platformOf(store: Store): AuditParts {
  const { settings } = readSettings({});
  return { settings, store, clock: () => Date.UTC(2030, 0, 1), random: systemRandom, log: silentLog };
}

function linesOnly(lines: string[]): AuditFile {
  return {
    append: async (line) => void lines.push(line),
    trouble: () => 'full',
    close: async () => undefined,
  };
}

const entry = { tenant: 'root', action: 'session.read', client: 'root', request: 'r', session: 's'.repeat(43) };

test('a record is in the store, and its line has the tenant and full ids', async (t) => {
  const store = await temporaryStore(t);
  const lines: string[] = [];
  const audit = createAudit(platformOf(store), linesOnly(lines));
  await audit.record({ ...entry, data: { n: 1 } });
  await audit.record(entry);
  const { documents } = await store.find(auditRecords, { index: 'newest', equal: ['root'], limit: 10 });
  assert.equal(documents.length, 2);
  assert.equal(new Set(documents.map(({ id }) => id)).size, 2);
  const written: unknown[] = lines.map((line) => JSON.parse(line));
  const first = documents.find(({ data }) => data !== undefined);
  const expected = { id: first?.id, at: '2030-01-01T00:00:00.000Z', ...entry, data: { n: 1 } };
  assert.deepEqual(written[0], expected);
  assert.ok(lines.every((line) => line.endsWith('}\n') && line.indexOf('\n') === line.length - 1));
  assert.equal(audit.trouble(), 'full');
});

test('a store that refuses the record: 503 with Retry-After, and no line', async (t) => {
  const store = await temporaryStore(t);
  const lines: string[] = [];
  const failing: Store = { ...boundStore(store), insert: () => Promise.reject(new Error('disk full')) };
  const audit = createAudit(platformOf(failing), linesOnly(lines));
  await assert.rejects(audit.record(entry), (error) => {
    assert.ok(error instanceof ProtocolError);
    assert.deepEqual([error.code, error.options.headers], ['temporarily_unavailable', { 'retry-after': '2' }]);
    return true;
  });
  assert.deepEqual(lines, []);
});

test('a document that is stored already only gets its line', async (t) => {
  const store = await temporaryStore(t);
  const lines: string[] = [];
  const audit = createAudit(platformOf(store), linesOnly(lines));
  const receipt = {
    id: 'erasure/s',
    tenant: 'default',
    at: 0,
    action: 'session.erased',
    client: '[purge]',
    session: 's',
  };
  await audit.line({ ...receipt, openSince: 0 });
  assert.deepEqual(JSON.parse(lines[0] ?? ''), { ...receipt, at: '1970-01-01T00:00:00.000Z', open: true });
  assert.equal(await store.get(auditRecords, 'erasure/s'), undefined);
});

function boundStore(store: Store): Store {
  return {
    insert: (collection, document) => store.insert(collection, document),
    replace: (collection, document) => store.replace(collection, document),
    delete: (collection, document) => store.delete(collection, document),
    get: (collection, id) => store.get(collection, id),
    find: (collection, query) => store.find(collection, query),
    ping: () => store.ping(),
    close: () => store.close(),
  };
}
