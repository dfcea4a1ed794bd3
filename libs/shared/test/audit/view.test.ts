/** Records of the audit log as they leave the process. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditLine, auditView } from '../../src/audit/view.ts';

const record = { id: 'r1', tenant: 'root', at: Date.UTC(2030, 0, 1), action: 'session.read', client: 'api-key' };

test('a tenant sees all fields except its own name; an erasure that has not ended is open', () => {
  const at = '2030-01-01T00:00:00.000Z';
  assert.deepEqual(auditView(record), { id: 'r1', at, action: 'session.read', client: 'api-key' });
  const full = { ...record, request: 'q', session: 's', subject: 'pid', data: { status: 1 }, openSince: 5 };
  assert.deepEqual(auditView(full), {
    id: 'r1',
    at,
    action: 'session.read',
    client: 'api-key',
    request: 'q',
    session: 's',
    subject: 'pid',
    data: { status: 1 },
    open: true,
  });
});

test('a line names its tenant and is one line for any id', () => {
  const line = auditLine({ ...record, client: 'a\nb' });
  assert.equal(line.indexOf('\n'), line.length - 1);
  assert.deepEqual(Object.keys(JSON.parse(line)), ['id', 'tenant', 'at', 'action', 'client']);
});
