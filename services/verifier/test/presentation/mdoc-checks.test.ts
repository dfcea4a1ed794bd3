import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mdocChecks } from '../../src/presentation/mdoc-checks.ts';

test('the type is compared before trust is looked for, and both signatures before elements are', () => {
  const columns = (column: string) =>
    mdocChecks.rows.filter((row) => row.columns.includes(column)).map(({ check }) => check);
  assert.deepEqual(columns('read'), ['readDeviceResponse', 'matchDoctype', 'anchorsFor']);
  assert.deepEqual(columns('verify'), [
    'verifyIssuerAuth',
    'verifyDeviceAuth',
    'matchAuthorities',
    'matchElements',
    'statusReference',
  ]);
});
