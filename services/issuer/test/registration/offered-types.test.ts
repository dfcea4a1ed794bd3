import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRegistrar } from '@countersign/european-trust/test/registration/registrar';
import { coveredBy, offeredTypes } from '../../src/registration/offered-types.ts';

const card = { format: 'dc+sd-jwt', vct: 'urn:card' } as const;
const licence = { format: 'mso_mdoc', doctype: 'licence' } as const;

test('types are written with their format and place', () => {
  assert.deepEqual(
    offeredTypes([card, licence], (index) => `/${index}`),
    [
      { document: 'offered types', pointer: '/0', format: 'dc+sd-jwt', vctValues: ['urn:card'] },
      { document: 'offered types', pointer: '/1', format: 'mso_mdoc', doctype: 'licence' },
    ],
  );
});

test('only registered types are covered, and none by a certificate that cannot be read', async () => {
  const provides = [{ format: 'dc+sd-jwt', meta: { vct_values: ['urn:card'] } }];
  const jwt = await (await createRegistrar()).jwt({ claims: { provides_attestations: provides } });
  assert.deepEqual(coveredBy(jwt, [card, licence]), [card]);
  assert.deepEqual(coveredBy('a.b.c', [card]), []);
});
