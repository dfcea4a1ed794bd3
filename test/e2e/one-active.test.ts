/** `one_active`: a person has one valid credential. An older one stays until a wallet has accepted a newer one. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { oneActiveJob } from '@countersign/issuer/session/one-active';
import { unavailable } from '@countersign/shared/kernel/unavailable';
import { activeCredentials } from '@countersign/shared/test/model/every-tenant';
import { read } from '@countersign/wallet/sending/answer';
import { statusOf } from '../support/credential.ts';
import { begin, credentialBody, makeOffer } from '../support/flows.ts';
import { collectedCard, payloadOf, refresh } from '../support/renewable.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';
import { openReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const badge = {
  config: { format: 'dc+sd-jwt', scope: 'badge', display: [{ name: 'Badge', locale: 'en' }] },
  claims: { number: '0' },
  disclosureFrame: {},
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { number: { type: 'string' } },
    required: ['number'],
  },
};

describe('one active credential', () => {
  let server: TestServer;
  let backend: WebhookReceiver;
  let now = Date.now();
  before(async () => {
    server = await startSampleServer({ clock: () => now });
    backend = await openReceiver();
    const refresh = { webhook: backend.url };
    server.writeConfig('issuance/badge.json', { ...badge, refresh, one_active: { subject: ['/number'] } });
    server.writeConfig('issuance/silent.json', { ...badge, one_active: { subject: ['/number'], revoke: 'sent' } });
  });
  after(() => Promise.all([server.close(), backend.close()]));

  /** A wallet that has received the credential of a person, and not reported it. */
  const issued = async (number: string, id = 'badge') => {
    now += 1000;
    const offer = { credentialConfigurationIds: [id], claims: { [id]: { number } }, flow: 'pre_authorized_code' };
    const { wallet, offer: document } = await begin(server, offer, { clock: () => now });
    const redeemed = await wallet.redeem(document);
    assert.equal(redeemed.status, 200, redeemed.text);
    const { access_token: token, refresh_token: refreshToken } = redeemed.json;
    const answer = await wallet.credential(token, await credentialBody(wallet, { id }));
    assert.equal(answer.status, 200, answer.text);
    const { credentials, notification_id: notification } = answer.json;
    const { credential } = credentials[0];
    const report = async (event = 'credential_accepted') => {
      const reported = await wallet.notify(token, notification, event);
      assert.equal(reported.status, 204, reported.text);
    };
    const value = async () => (await statusOf(payloadOf(credential))).value;
    return { wallet, token, refreshToken, report, value };
  };
  const values = (all: readonly { value: () => Promise<number> }[]) => Promise.all(all.map(({ value }) => value()));
  const job = () => oneActiveJob(server.platform).run();

  it('stays until the newer one is accepted, and is revoked then; other persons are not concerned', async () => {
    const [old, other] = [await issued('1'), await issued('2')];
    await old.report();
    await other.report();
    const next = await issued('1');
    await job();
    assert.deepEqual(await values([old, next, other]), [0, 0, 0]);
    await next.report();
    assert.deepEqual(await values([old, next, other]), [1, 0, 0]);
    await next.report();
    await job();
    assert.deepEqual(await values([old, next, other]), [1, 0, 0]);
  });

  it('two wallets finish at once: one is valid', async () => {
    const old = await issued('3');
    await old.report();
    const [a, b] = [await issued('3'), await issued('3')];
    await Promise.all([a.report(), b.report()]);
    await job();
    assert.deepEqual(await values([old, a, b]), [1, 1, 0]);
  });

  it('the second wallet fails after the first has replaced the old one: the first stays', async () => {
    const old = await issued('4');
    await old.report();
    const [first, second] = [await issued('4'), await issued('4')];
    await first.report();
    await second.report('credential_failure');
    await job();
    assert.deepEqual(await values([old, first, second]), [1, 0, 0]);
    const third = await issued('4');
    await third.report();
    assert.deepEqual(await values([first, second, third]), [1, 1, 0]);
  });

  it('the replaced wallet gets no more of them, by its token or by a refresh', async () => {
    const old = await issued('5');
    await (await issued('5')).report();
    const more = await old.wallet.credential(old.token, await credentialBody(old.wallet, { id: 'badge' }));
    assert.deepEqual([more.status, more.json.error], [400, 'credential_request_denied']);
    assert.ok(old.refreshToken !== undefined);
    const renewed = await refresh(old.wallet, old.refreshToken);
    assert.deepEqual([renewed.status, renewed.json.error], [400, 'invalid_grant']);
  });

  it('a renewal replaces what it renews, and goes on', async () => {
    Object.assign(backend, { status: 200, body: JSON.stringify({ badge: { number: '9' } }) });
    const old = await issued('9');
    await old.report();
    now += 3 * 3_600_000;
    const token = await refresh(old.wallet, old.refreshToken);
    assert.equal(token.status, 200, token.text);
    const { access_token: access } = token.json;
    const answer = await collectedCard(old.wallet, access, 'badge');
    assert.equal((await old.wallet.notify(access, answer.json.notification_id)).status, 204);
    const next = (await statusOf(payloadOf(answer.json.credentials[0].credential))).value;
    assert.deepEqual([await old.value(), next], [1, 0]);
    assert.equal((await refresh(old.wallet, token.json.refresh_token ?? old.refreshToken)).status, 200);
  });

  it('a wallet that reports nothing: with revoke sent, the job revokes once the newer one was sent', async () => {
    const old = await issued('6', 'silent');
    await job();
    const next = await issued('6', 'silent');
    assert.deepEqual(await values([old, next]), [0, 0]);
    await job();
    assert.deepEqual(await values([old, next]), [1, 0]);
  });

  it('a status service that is away refuses no notification, and the job revokes later', async () => {
    const old = await issued('7');
    await old.report();
    const next = await issued('7');
    const { call } = server.platform;
    const away: typeof call = async (name, request, progress) => {
      if (name === 'status.update') throw unavailable('status');
      return call(name, request, progress);
    };
    Object.assign(server.platform, { call: away });
    await next.report();
    Object.assign(server.platform, { call });
    assert.deepEqual(await values([old, next]), [0, 0]);
    await job();
    assert.deepEqual(await values([old, next]), [1, 0]);
  });

  it('an offer whose claims identify nobody is refused, and the person is stored only as a pseudonym', async () => {
    const body = { response_type: 'uri', credentialConfigurationIds: ['badge'], claims: { badge: { number: ' ' } } };
    const answer = await read(await server.a('/vci/offer', { method: 'POST', body: JSON.stringify(body) }));
    assert.equal(answer.status, 400, answer.text);
    assert.match(answer.text, /\/claims\/badge\/number/);
    await makeOffer(server, { ...body, claims: { badge: { number: '8' } } });
    await issued('P-9876543');
    const stored = await server.platform.store.find(activeCredentials, { index: 'tenant', limit: 100 });
    assert.ok(stored.documents.length > 10 && !JSON.stringify(stored).includes('9876543'));
  });
});
