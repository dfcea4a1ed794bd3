import assert from 'node:assert/strict';
import { test } from 'node:test';
import { registrationRules } from '@countersign/shared/flow-config/registration-rules';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { euSurroundings } from '../../src/surroundings/eu-surroundings.ts';
import type { SurroundingsParts } from '../../src/surroundings/surroundings.ts';

const parts = (profile: 'eu' | 'haip', signer: () => Promise<unknown>): SurroundingsParts =>
  ({
    platform: {
      requirementsOf: () => ({ profile, registration: registrationRules(profile === 'eu') }),
      keys: { signer },
      clock: () => 0,
    },
    trustAnchors: async () => [],
    registrations: { list: async () => [{ id: 'r' }] },
  }) as unknown as SurroundingsParts;

const generated = async () => ({ anchor: 'PEM' });
const places = async (kind: 'issuance' | 'presentation', signer: () => Promise<unknown>) =>
  (await euSurroundings(parts('eu', signer), 't', { kind }))?.missing.map(({ place }) => place);

test('only a tenant of profile eu is looked at, for what the run tries', async () => {
  assert.equal(await euSurroundings(parts('haip', generated), 't', { kind: 'issuance' }), undefined);
  const trust = ['trust/access-authorities', 'trust/registration-providers'];
  assert.deepEqual(await places('presentation', generated), ['keys/request.chain.pem', ...trust]);
  assert.deepEqual(await places('issuance', generated), ['keys/metadata.chain.pem', ...trust, 'tenant.json']);
});

test('a key of the operator is certified, one that is missing is not, and a defect is one', async () => {
  const certified = async () => ({ x5c: [], publicJwk: {} });
  assert.ok(!(await places('presentation', certified))?.includes('keys/request.chain.pem'));
  const missing = async () => {
    throw new ProtocolError('conflict', 'x', { reason: 'key_set_unknown' });
  };
  assert.ok((await places('presentation', missing))?.includes('keys/request.chain.pem'));
  const defect = async () => {
    throw new TypeError('defect');
  };
  await assert.rejects(places('presentation', defect), TypeError);
});

test('an issuance as a public body needs a certificate that states it', async () => {
  const certified = async () => ({ x5c: [], publicJwk: {} });
  const issuedWith = async (claims: JsonObject) => {
    const issued = { configuration: { claims }, purpose: 'credential', set: undefined } as const;
    const found = await euSurroundings(parts('eu', certified), 't', { kind: 'issuance', issued });
    return found?.missing.map(({ place }) => place).includes('keys/credential.chain.pem');
  };
  assert.equal(await issuedWith({ category: 'urn:etsi:esi:eaa:eu:pub' }), true);
  assert.equal(await issuedWith({}), false);
});
