import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileSchema } from '@countersign/shared/http/validate';
import { hostedListsSchema } from '../../src/schemas/hosted-list-schemas.ts';

const list = {
  id: 'pid',
  url: 'https://host.example/trust-lists/pid',
  type: 'http://uri.etsi.org/19602/LoTEType/EUPIDProvidersList',
  state: 'closed',
  revision: 2,
  entities: 0,
  sequenceNumber: 3,
  issuedAt: '2026-01-26T09:30:00.000Z',
  sha256: 'ab',
  bytes: 2000,
};

test('a closed list needs no next update; a list needs its number', () => {
  const validate = compileSchema(hostedListsSchema);
  assert.deepEqual(validate([list]), []);
  const { sequenceNumber: _, ...without } = list;
  assert.deepEqual(validate([without]), [{ pointer: '/0/sequenceNumber', detail: 'is required' }]);
});
