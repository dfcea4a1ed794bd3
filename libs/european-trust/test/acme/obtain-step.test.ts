import assert from 'node:assert/strict';
import type { X509Certificate } from 'node:crypto';
import { describe, it, type TestContext, test } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { silentLog } from '@countersign/shared/kernel/log';
import { systemRandom } from '@countersign/shared/kernel/random';
import type { SetKey } from '@countersign/shared/keys/key-sets';
import { createVaults } from '@countersign/shared/keys/vaults';
import { noMetrics } from '@countersign/shared/metrics/metrics';
import { certificateOrders } from '@countersign/shared/model/tenant/certificate-orders';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { temporaryStore } from '@countersign/shared/test/store/temporary';
import { UNLIMITED } from '@countersign/shared/trust/trust-anchor';
import { createAcmeAccounts } from '../../src/acme/acme-accounts.ts';
import type { AcmeCertificate } from '../../src/acme/acme-certificates.ts';
import { obtainStep } from '../../src/acme/obtain-step.ts';
import { LONGEST_ORDER, newOrderDocument } from '../../src/acme/order-transitions.ts';
import type { PartyAtRegistrar } from '../../src/acme/registrar-challenge.ts';
import type { RenewalParts } from '../../src/acme/renewal-parts.ts';
import { makeTestAuthority } from '../registration/made-certificates.ts';
import { NOW, PARTY, VALIDITY } from '../registration/registrar.ts';
import { LEAF, makeRequest, refusalOf } from './acme-client.ts';
import { createMockAuthority, DIRECTORY, MAC_KEY, type MockOptions } from './mock-authority.ts';

const TENANT = 'acme';

async function world(
  t: TestContext,
  options: MockOptions = { preauthorized: true },
  registrarOf: RenewalParts['registrarOf'] = () => undefined,
) {
  const store = await temporaryStore(t);
  const made = {
    now: NOW,
    secret: MAC_KEY.toString('base64url'),
    trusted: undefined as X509Certificate | undefined,
    refusals: [] as ProtocolError[],
  };
  const clock = (): number => made.now;
  const mock = await createMockAuthority({ externalAccount: true, ...options });
  const installed: (readonly X509Certificate[])[] = [];
  const stored: object[] = [];
  const logged: string[] = [];
  const requested = { kid: LEAF, set: 'shop', purpose: 'request', state: 'requested' } as SetKey;
  const csr = await makeRequest();
  const parts: RenewalParts = {
    platform: {
      store,
      clock,
      log: { ...silentLog, error: (message, fields) => void logged.push(`${message} ${JSON.stringify(fields)}`) },
      metrics: noMetrics,
    },
    outbound: mock.outbound,
    keys: {
      list: async () => [],
      begin: async () => ({ key: requested, csr }),
      install: async (_, __, chain) => {
        installed.push(chain);
        return requested;
      },
    },
    accounts: createAcmeAccounts({
      store,
      clock,
      vaults: createVaults({ store, clock, random: systemRandom, masterKey: Buffer.alloc(32, 1) }),
    }),
    certificates: () => [],
    trustAnchors: async () => [{ certificate: made.trusted ?? mock.root.certificate, ...UNLIMITED }],
    variable: (name) => (name === 'MAC_KEY' ? made.secret : undefined),
    tenants: async () => [TENANT],
    registrarOf,
    storeRegistration: async (tenant, registration) => {
      const refusal = made.refusals.shift();
      if (refusal !== undefined) throw refusal;
      stored.push({ tenant, ...registration });
    },
  };
  const own = ofTenant(store, TENANT);
  const fresh = newOrderDocument({ tenant: TENANT, set: 'shop', purpose: 'request' });
  const document = async () =>
    (await own.get(certificateOrders, fresh.id)) ?? (await own.insert(certificateOrders, fresh)) ?? assert.fail();
  const step = async (change: Partial<AcmeCertificate> = {}) => {
    const certificate: AcmeCertificate = {
      directory: DIRECTORY,
      set: 'shop',
      purpose: 'request',
      key: 'new',
      identifiers: [{ type: 'wrp-id', value: PARTY }],
      subject: { commonName: 'Example Shop' },
      externalAccount: { kid: 'eab-1', macKeyEnv: 'MAC_KEY' },
      ...change,
    };
    return obtainStep(parts, { tenant: TENANT, certificate, own, document: await document() });
  };
  const asked = (path: string): number => mock.asked.filter((one) => one.startsWith(path)).length;
  return { made, mock, step, document, installed, stored, logged, asked };
}

test('an order that takes its time is one order, and the account is opened once', async (t) => {
  const { mock, step, document, installed, asked } = await world(t);
  mock.faults.processing = 2;
  assert.equal(await step(), 'waiting');
  const { order, next } = await document();
  assert.deepEqual([order?.kid, order?.directory, order?.placedAt], [LEAF, DIRECTORY, NOW]);
  assert.ok(next > NOW);
  while ((await step()) === 'waiting');
  assert.deepEqual([asked('/new-order'), asked('/new-account')], [1, 1]);
  assert.equal(installed[0]?.length, 2);
  const after = await document();
  assert.deepEqual([after.order, after.obtainedAt], [undefined, NOW]);
});

test('an order at another authority is not continued', async (t) => {
  const { mock, step, document, asked } = await world(t);
  mock.faults.processing = 9;
  await step();
  await step({ directory: `${DIRECTORY}?other` });
  assert.equal((await document()).order?.directory, `${DIRECTORY}?other`);
  assert.equal(asked('/new-order'), 2);
});

test('an order that is not finished within a day is given up', async (t) => {
  const { made, mock, step } = await world(t);
  mock.faults.processing = 9;
  await step();
  made.now += LONGEST_ORDER;
  assert.equal(await step(), 'waiting');
  made.now += 1;
  assert.equal((await refusalOf(step())).reason, 'acme_order_stuck');
});

test('without the secret of the external account no account is opened', async (t) => {
  const { made, step, asked } = await world(t);
  made.secret = '';
  assert.equal((await refusalOf(step())).facts.detail, 'mac_key_missing');
  assert.equal(asked('/new-account'), 0);
});

test('the token of a challenge is in the store before the authority looks it up', async (t) => {
  const tokens: unknown[] = [];
  const { step, document } = await world(t, {
    lookUp: async (token) => {
      const { tokens: published, thumbprint } = await document();
      tokens.push([token, published, thumbprint !== undefined]);
      return `${token}.${thumbprint}`;
    },
  });
  while ((await step()) === 'waiting');
  assert.deepEqual(tokens, [['token-of-the-order-0', ['token-of-the-order-0'], true]]);
  assert.equal((await document()).tokens, undefined);
});

test('an access certificate must come from a trusted authority, a credential certificate need not', async (t) => {
  const { made, step, installed } = await world(t);
  made.trusted = (await makeTestAuthority('stranger', VALIDITY)).certificate;
  assert.equal((await refusalOf(step())).facts.detail, 'unknown_authority');
  assert.equal(installed.length, 0);
  assert.equal(await step({ purpose: 'credential' }), 'installed');
  assert.equal(installed.length, 1);
});

test('registrar-api-01 is answered in the entry of the party, and removed once the certificate is there', async (t) => {
  const entries: JsonObject[] = [{ tradeName: 'Example Shop' }];
  const latest = (): JsonObject => entries.at(-1) ?? assert.fail();
  const registrar: PartyAtRegistrar['registrar'] = {
    entry: async () => latest(),
    register: async (entry) => {
      entries.push(entry);
      return entry;
    },
  };
  const options: MockOptions = {
    challenge: 'registrar-api-01',
    lookUp: async () => String((latest()['acme-challenge'] as JsonObject | undefined)?.['shop-1']),
  };
  const at = { registrar, identifier: PARTY, party: undefined };
  const { step } = await world(t, options, () => at);
  while ((await step({ instanceId: 'shop-1' })) === 'waiting');
  assert.equal(entries.length, 3);
  assert.deepEqual(latest(), { tradeName: 'Example Shop' });
  // An identifier that is not the party's has no entry to change.
  const other = await world(t, options, () => ({ ...at, identifier: 'NTRDE-HRB999' }));
  assert.equal((await refusalOf(other.step())).reason, 'acme_challenge_unsupported');
  assert.equal(entries.length, 3);
});

describe('a registration certificate that comes with the order', () => {
  const options = { preauthorized: true, registrationCertificate: 'a.b.c' };
  const named = { registrationCertificate: 'shop-use' };

  it('is stored under the id in acme.json, and without one not at all', async (t) => {
    const { step, stored } = await world(t, options);
    while ((await step()) === 'waiting');
    assert.deepEqual(stored, []);
    while ((await step(named)) === 'waiting');
    assert.deepEqual(stored, [{ tenant: TENANT, id: 'shop-use', jwt: 'a.b.c' }]);
  });

  it('does not undo the access certificate when it is refused', async (t) => {
    const { made, step, document, installed, stored, logged } = await world(t, options);
    made.refusals.push(
      new ProtocolError('invalid_request', 'It is revoked', {
        reason: 'registration_certificate_revoked',
        errors: [{ pointer: '/jwt', detail: 'The certificate is revoked' }],
      }),
    );
    while ((await step(named)) === 'waiting');
    assert.deepEqual([stored, installed.length, (await document()).obtainedAt], [[], 1, NOW]);
    assert.match(String(logged), /from an order was refused .*"registration_certificate_revoked".*is revoked/);
  });

  it('is asked for again with the same order while the verifier does not answer', async (t) => {
    const { made, step, document, stored, asked } = await world(t, options);
    made.refusals.push(
      new ProtocolError('temporarily_unavailable', 'The verifier does not answer', { reason: 'unexplained' }),
    );
    const finished = async (): Promise<void> => {
      while ((await step(named)) === 'waiting');
    };
    await assert.rejects(finished, ProtocolError);
    assert.notEqual((await document()).order, undefined);
    await finished();
    assert.deepEqual([stored.length, asked('/new-order')], [1, 1]);
  });
});
