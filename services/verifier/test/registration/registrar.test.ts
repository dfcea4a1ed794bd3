import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { openRegistered } from './registered-world.ts';

test('a tenant without a registrar has nothing that is renewed', async (t) => {
  const world = await openRegistered(t);
  assert.deepEqual((await world.call('verifier.registrar')).body, { certificates: [] });
});

test('the registrar of a tenant is shown with its certificates, and never with a token', async (t) => {
  const world = await openRegistered(t);
  const certificates = [{ id: 'r', intendedUse: 'iu-1' }];
  const registrar = { url: 'https://registrar.example/api', identifier: 'NTRDE-HRB123456', tokenEnv: 'TOKEN' };
  world.write('registrar.json', { ...registrar, party: {}, certificates });
  const { body } = await world.call('verifier.registrar');
  const { tokenEnv: _, ...shown } = registrar;
  const waiting = { state: 'waiting', failures: 0 };
  assert.deepEqual(body as JsonObject, {
    ...shown,
    party: waiting,
    certificates: [{ ...certificates[0], ...waiting }],
  });
});
