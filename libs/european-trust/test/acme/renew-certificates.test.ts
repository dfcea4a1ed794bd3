import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { signJwtWith, verifyJwt } from '@countersign/shared/crypto/jwt';
import type { Log } from '@countersign/shared/kernel/log';
import { systemRandom } from '@countersign/shared/kernel/random';
import { createKeyRing } from '@countersign/shared/keys/key-ring';
import { createKeySets } from '@countersign/shared/keys/key-sets';
import { noSigners } from '@countersign/shared/keys/signer';
import { createVaults } from '@countersign/shared/keys/vaults';
import { certificateOrders } from '@countersign/shared/model/tenant/certificate-orders';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { temporaryFolder, temporaryStore } from '@countersign/shared/test/store/temporary';
import { createAcmeAccounts } from '../../src/acme/acme-accounts.ts';
import { createAcmeCertificates } from '../../src/acme/acme-certificates.ts';
import { challengeAnswer } from '../../src/acme/challenge-answers.ts';
import { renewCertificatesJob } from '../../src/acme/renew-certificates.ts';
import { makeTestAuthority } from '../registration/made-certificates.ts';
import { NOW, PARTY, VALIDITY } from '../registration/registrar.ts';
import { createMockAuthority, DIRECTORY, MAC_KEY, type MockOptions, problem } from './mock-authority.ts';

const DAY = 86_400_000;
const TENANT = 'default';

async function world(t: TestContext, options: MockOptions = {}, written: object = {}) {
  const [store, folder] = [await temporaryStore(t), await temporaryFolder(t)];
  // The authority reads a different replica's response.
  const mock = await createMockAuthority({
    externalAccount: true,
    lookUp: (token) => challengeAnswer(store, token),
    ...options,
  });
  const certificate = {
    directory: DIRECTORY,
    set: 'shop',
    identifiers: [{ type: 'wrp-id', value: PARTY }],
    subject: { commonName: 'Example Shop', organizationIdentifier: PARTY, uris: ['https://shop.example'] },
    termsOfServiceAgreed: true,
    externalAccount: { kid: 'eab-1', macKeyEnv: 'ACME_MAC_KEY' },
    ...written,
  };
  await writeFile(join(folder, 'acme.json'), JSON.stringify({ certificates: [certificate] }));
  const time = { now: NOW };
  const clock = (): number => time.now;
  const logged: string[] = [];
  const note = (message: string, fields?: object): void => void logged.push(`${message} ${JSON.stringify(fields)}`);
  const log: Log = { debug: note, info: note, warn: note, error: note };
  const vaults = createVaults({ store, masterKey: Buffer.alloc(32, 1), random: systemRandom, clock });
  const keys = createKeySets({ store, clock, log, vaults, signers: noSigners });
  const metrics = { count: () => undefined, observe: () => undefined, watch: () => undefined };
  const { run } = renewCertificatesJob({
    platform: { store, clock, log, metrics },
    outbound: mock.outbound,
    keys,
    accounts: createAcmeAccounts({ store, vaults, clock }),
    certificates: createAcmeCertificates({ settings: { CONFIG_FOLDER: folder }, log }),
    trustAnchors: async () => [{ certificate: mock.root.certificate, vcts: 'any', doctypes: 'any' }],
    variable: (name) => (name === 'ACME_MAC_KEY' ? MAC_KEY.toString('base64url') : undefined),
    storeRegistration: async () => assert.fail('no order here has one'),
    tenants: async () => [TENANT],
  });
  const ring = createKeyRing({ store, clock, log, vaults, configFolder: folder, publicUrl: 'https://shop.example' });
  const order = () => ofTenant(store, TENANT).get(certificateOrders, `${TENANT}/shop/request`);
  const states = async (): Promise<readonly string[]> => (await keys.list(TENANT)).map(({ state }) => state);
  /** Runs the job often enough to finish an order. */
  const runs = async (times = 4): Promise<void> => {
    for (let turn = 0; turn < times; turn += 1) {
      time.now += 5_000;
      await run();
    }
  };
  return { store, mock, time, logged, keys, ring, run, runs, order, states };
}

describe('certificates of acme.json', () => {
  it('are obtained once, with a challenge that every replica answers', async (t) => {
    const { store, mock, runs, states, order, ring } = await world(t);
    await runs();
    assert.deepEqual(await states(), ['active']);
    assert.equal((await ring.signer(TENANT, 'request', 'shop')).x5c.length, 2);
    assert.equal(await challengeAnswer(store, 'token-of-the-order-0'), undefined);
    assert.equal((await order())?.order, undefined);
    const before = mock.asked.length;
    await runs();
    assert.equal(mock.asked.length, before);
  });

  it('are renewed 30 days before the end, for a new key, and not before', async (t) => {
    const { mock, time, runs, keys } = await world(t);
    await runs();
    time.now = NOW + 334 * DAY;
    await runs();
    assert.equal((await keys.list(TENANT)).length, 1);
    time.now = NOW + 336 * DAY;
    mock.faults.at = time.now;
    await runs();
    const [first, second] = await keys.list(TENANT);
    assert.deepEqual([first?.state, second?.state], ['active', 'pending']);
    assert.notEqual(first?.kid, second?.kid);
    time.now += 5 * 60_000;
    assert.deepEqual(
      (await keys.list(TENANT)).map(({ state }) => state),
      ['retiring', 'active'],
    );
  });

  it('are for the same key if the file says so', async (t) => {
    const { mock, time, runs, keys } = await world(t, {}, { key: 'keep' });
    await runs();
    time.now = NOW + 336 * DAY;
    mock.faults.at = time.now;
    await runs();
    const [first, second] = await keys.list(TENANT);
    assert.equal(first?.kid, second?.kid);
    assert.notEqual(first?.document.certificate, second?.document.certificate);
  });

  it('are replaced without one refused request', async (t) => {
    const { mock, time, runs, ring, run } = await world(t);
    await runs();
    time.now = NOW + 336 * DAY;
    mock.faults.at = time.now;
    const used = new Map<string, number>();
    for (let step = 0; step < 60; step += 1) {
      time.now += 6_000;
      const renewing = step % 2 === 0 ? run() : undefined;
      const signed = Array.from({ length: 5 }, async () => {
        const key = await ring.signer(TENANT, 'request', 'shop');
        const token = await signJwtWith(key, { header: { typ: 'x' }, payload: {} });
        const leaf = new X509Certificate(Buffer.from(key.x5c[0] ?? '', 'base64'));
        verifyJwt({ token, typ: 'x', key: leaf.publicKey });
        assert.ok(Date.parse(leaf.validTo) > time.now);
        used.set(key.kid, (used.get(key.kid) ?? 0) + 1);
      });
      await Promise.all([renewing, ...signed]);
    }
    assert.equal(used.size, 2);
    assert.equal(
      [...used.values()].reduce((sum, one) => sum + one),
      300,
    );
    // A request created with the previous certificate can still get a response.
    assert.equal((await ring.signers(TENANT, 'request', 'shop')).length, 2);
  });
});

describe('a renewal that fails', () => {
  it('keeps the current certificate, waits longer each time, and says why', async (t) => {
    const { mock, time, runs, states, order, logged, ring } = await world(t);
    await runs();
    time.now = NOW + 336 * DAY;
    mock.faults.answer = (path) =>
      path === '/new-order' ? problem('rejectedIdentifier', 'Not yours', 400) : undefined;
    await runs(2);
    const once = await order();
    assert.deepEqual([once?.failures, once?.failure?.reason], [1, 'acme_identifier_refused']);
    assert.ok((once?.next ?? 0) >= time.now + 500_000);
    time.now = once?.next ?? 0;
    await runs(1);
    assert.equal((await order())?.failures, 2);
    assert.deepEqual(await states(), ['active', 'requested']);
    assert.ok(await ring.signer(TENANT, 'request', 'shop'));
    assert.ok(logged.some((line) => /could not be renewed.*acme_identifier_refused.*Not yours/.test(line)));
    assert.ok(!logged.join().includes(MAC_KEY.toString('base64url')));
    delete mock.faults.answer;
    mock.faults.at = time.now;
    time.now += DAY;
    await runs();
    assert.deepEqual(await states(), ['active', 'pending']);
  });

  it('shows no secret of the account and no token, even if the authority sends them back', async (t) => {
    const { mock, runs, order, logged } = await world(t);
    const mac = MAC_KEY.toString('base64url');
    const token = 'token-of-the-order-0123456789';
    mock.faults.answer = (path) =>
      path === '/new-order' ? problem('malformed', `${token} of ${mac}`, 400) : undefined;
    await runs(1);
    const texts = logged.join() + JSON.stringify(await order());
    assert.ok((await order())?.failure !== undefined);
    for (const secret of [mac, token]) assert.ok(!texts.includes(secret), secret);
  });

  it('does not take a certificate of an unknown authority', async (t) => {
    const { mock, runs, states, order } = await world(t);
    mock.faults.issuer = await makeTestAuthority('somebody else', VALIDITY);
    await runs();
    assert.deepEqual(await states(), ['requested']);
    assert.equal((await order())?.failure?.detail, 'unknown_authority');
  });

  it('waits for as long as the authority asks', async (t) => {
    const { mock, time, runs, order } = await world(t);
    mock.faults.answer = () => problem('rateLimited', 'slow down', 429, { 'retry-after': '7200' });
    await runs(1);
    assert.ok((await order())?.next === time.now + 7_200_000);
  });

  it('gives up an order that is in processing for a day, and begins another one', async (t) => {
    const { mock, time, runs, order } = await world(t);
    mock.faults.processing = 1_000_000;
    await runs(4);
    const url = (await order())?.order?.url;
    assert.ok(url !== undefined);
    time.now += DAY + 1;
    await runs(1);
    assert.equal((await order())?.failure?.reason, 'acme_order_stuck');
    mock.faults.processing = 0;
    time.now += DAY;
    await runs(2);
    assert.notEqual((await order())?.order?.url, url);
  });

  it('does nothing with a file that is not right', async (t) => {
    const { mock, runs, logged } = await world(t, {}, { identifiers: [] });
    await runs();
    assert.deepEqual(mock.asked, []);
    assert.equal(logged.filter((line) => line.includes('acme.json is ignored')).length, 1);
  });
});
