import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  EMPTY_ENTITY,
  EMPTY_SCHEME,
  entityBodyOf,
  entityDraftOf,
  type HostedEntity,
  purposesOf,
  schemeBodyOf,
  schemeDraftOf,
} from '../../../src/pages/trust-lists/hosted-draft.ts';

const certificate = (pem: string) => ({
  pem,
  subject: 'CN=x',
  sha256: 'ab',
  notAfter: '2030-01-01T00:00:00.000Z',
  daysLeft: 9,
});
const name = [{ lang: 'en', value: 'Ministry' }];
const described = { name, addresses: [], contacts: [] };
const entity = {
  id: 'ministry',
  ...described,
  services: [
    {
      purpose: 'issuance',
      name,
      status: 'notified',
      since: '2029-01-01T00:00:00.000Z',
      history: [],
      certificates: [certificate('A\n'), certificate('B\n')],
    },
    { purpose: 'revocation', name, certificates: [certificate('C\n')] },
  ],
} as unknown as HostedEntity;

test('an entity that is edited without a change makes the body that stores the same', () => {
  const draft = entityDraftOf(entity);
  assert.deepEqual(purposesOf(draft), ['issuance', 'revocation']);
  assert.deepEqual(entityBodyOf(draft), {
    id: 'ministry',
    ...described,
    services: [
      { purpose: 'issuance', name, status: 'notified', certificates: 'A\nB\n' },
      { purpose: 'revocation', name, certificates: 'C\n' },
    ],
  });
});

test('what is no JSON object makes no body, and keeps the fields of the services', () => {
  for (const text of ['', '[]', '{', '1']) {
    assert.equal(entityBodyOf({ ...EMPTY_ENTITY, entity: text }), undefined);
    assert.equal(purposesOf({ ...EMPTY_ENTITY, entity: text }).length, 1);
    assert.equal(schemeBodyOf({ ...EMPTY_SCHEME, scheme: text }), undefined);
  }
});

test('a scheme is edited as it was written', () => {
  const scheme = { list: 'pid-providers', name };
  assert.deepEqual(schemeBodyOf(schemeDraftOf({ id: 'pid', scheme })), scheme);
  assert.equal((schemeBodyOf(EMPTY_SCHEME) as { list: string }).list, 'pid-providers');
});
