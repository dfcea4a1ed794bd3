import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isChange, matchesAudit } from '../../src/audit/audit-filter.ts';
import { routes } from '../../src/routes/routes.ts';

test('reading, and signing in or out, are no changes; every other call is one', () => {
  for (const action of [
    'session.read',
    'tenant.listed',
    'configurations.exported',
    'token.issued',
    'console.refused',
  ]) {
    assert.equal(isChange(action), false, action);
  }
  for (const action of [
    'offer.made',
    'status.changed',
    'session.erased',
    'refresh.refused',
    'configurations.imported',
  ]) {
    assert.ok(isChange(action), action);
  }
});

test('a GET is never a change by the route table', () => {
  const reads = routes.flatMap(({ method, audit }) => (method === 'GET' && audit !== undefined ? audit.action : []));
  assert.ok(reads.length > 20);
  // A GET shares the action of a POST in no row.
  assert.deepEqual(reads.filter(isChange), []);
});

test('filters combine', () => {
  const record = { action: 'status.changed', client: 'ada' };
  assert.ok(matchesAudit(record, { changes: 'true', client: 'ada', action: 'status.changed' }));
  assert.ok(matchesAudit(record, {}));
  assert.equal(matchesAudit(record, { client: 'bob' }), false);
  assert.equal(matchesAudit(record, { action: 'offer.made' }), false);
  assert.equal(matchesAudit({ ...record, action: 'status.read' }, { changes: 'true' }), false);
});
