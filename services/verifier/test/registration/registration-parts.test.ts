import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RegistrationChecks } from '@countersign/european-trust/tenant/registration-checks';
import type { Configuration, Configurations } from '../../src/query/configurations.ts';
import { checksOf, configurationsByCertificate } from '../../src/registration/registration-parts.ts';

const [request, metadata] = [{} as RegistrationChecks, {} as RegistrationChecks];

test('only a certificate of the issuer metadata that no request uses belongs to the key of those', () => {
  const of = (id: string, isNamed: boolean) => checksOf({ request, metadata }, { issuer: 'mine' }, { id, isNamed });
  assert.equal(of('mine', false), metadata);
  for (const other of [of('mine', true), of('other', false), of('other', true)]) assert.equal(other, request);
});

test('working configurations are found by the certificate that they name', async () => {
  const working = (id: string, registrationId?: string) =>
    ({ id, written: {}, configuration: { id, registrationId } as Configuration }) as const;
  const broken = { id: 'broken', source: 'file', errors: [] } as const;
  const list: Configurations['list'] = async () => [working('a', 'r'), working('b', 'r'), working('c'), broken];
  const found = await configurationsByCertificate({ list }, 't');
  assert.deepEqual(
    [...found].map(([id, all]) => [id, all.map((one) => one.id)]),
    [['r', ['a', 'b']]],
  );
});
