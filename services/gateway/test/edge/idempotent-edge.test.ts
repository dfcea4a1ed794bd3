import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { OperationRequest } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import type { Store } from '@countersign/shared/store/port';
import { auditRecords, sessions } from '@countersign/shared/test/model/every-tenant';
import { json, type OpenGateway, openGateway, type Replies } from '../open-gateway.ts';

const KEY = 'order-4711';

/** Creates a session per call, as the issuer does. The store comes with the first request. */
function offers(store: () => Store): Replies {
  let made = 0;
  return {
    'issuer.offer.create': async ({ tenant, body }: OperationRequest) => {
      made += 1;
      const session = `s${made}`;
      if ((body as { flow?: string }).flow === 'authorization_code') {
        throw new ProtocolError('invalid_request', 'Not this flow', { reason: 'login_twofold' });
      }
      const times = { createdAt: 0, updatedAt: 0, expiresAt: 0 };
      await store().insert(sessions, {
        id: session,
        tenant,
        ...times,
        outbox: [],
        pendingDeliveries: [],
      } as unknown as SessionDocument);
      return { body: { session, link: `openid-credential-offer://${session}`, expiresAt: '2026-06-01T12:00:00Z' } };
    },
  };
}

async function openOffers(t: TestContext): Promise<OpenGateway> {
  const gateway: OpenGateway = await openGateway(t, { replies: offers(() => gateway.platform.store) });
  return gateway;
}

function offer(over: Record<string, unknown> = {}, headers: Record<string, string> = {}): RequestInit {
  const body = {
    response_type: 'uri',
    credentialConfigurationIds: ['pid'],
    claims: { pid: { given_name: 'Erika' } },
    ...over,
  };
  return { method: 'POST', body: JSON.stringify(body), headers: { ...json, 'idempotency-key': KEY, ...headers } };
}

const made = (gateway: OpenGateway): number =>
  gateway.calls.filter(({ operation }) => operation === 'issuer.offer.create').length;

test('a repeated call gets the answer of the first, and says so', async (t) => {
  const gateway = await openOffers(t);
  const first = await gateway.a('/vci/offer', offer());
  const again = await gateway.a('/vci/offer', offer());
  assert.equal(first.status, 201);
  assert.equal(again.status, 201);
  assert.equal(first.headers.get('idempotent-replay'), null);
  assert.equal(again.headers.get('idempotent-replay'), 'true');
  assert.equal(await again.text(), await first.text());
  assert.equal(made(gateway), 1);
  // The offer was created once, in the audit log too.
  const { documents } = await gateway.platform.store.find(auditRecords, { index: 'age', limit: 10 });
  assert.deepEqual(
    documents.map(({ action }) => action),
    ['offer.made'],
  );
});

test('another body or route, a key that is none, and two keys are refused', async (t) => {
  const gateway = await openOffers(t);
  await gateway.a('/vci/offer', offer());
  const other = await gateway.a('/vci/offer', offer({ credentialConfigurationIds: ['pass'] }));
  assert.equal(other.status, 422);
  assert.equal(((await other.json()) as { type: string }).type, 'urn:countersign:problem:idempotency_key_reused');
  const status = { sessionId: 's1', status: 1 };
  const revoke = await gateway.a('/status-management', { ...offer(), body: JSON.stringify(status) });
  assert.equal(revoke.status, 422);
  const short = await gateway.a('/vci/offer', offer({}, { 'idempotency-key': 'short' }));
  assert.equal(short.status, 400);
  assert.equal(made(gateway), 1);
});

test('each tenant has keys of its own', async (t) => {
  const gateway = await openOffers(t);
  const ofDefault = (await (await gateway.a('/vci/offer', offer())).json()) as { session: string };
  const ofRoot = (await (await gateway.b('/issuer-management/offer', offer())).json()) as { session: string };
  assert.notEqual(ofRoot.session, ofDefault.session);
  assert.equal(made(gateway), 2);
});

test('the same offer as a picture and as a link: one call, in each form that is asked for', async (t) => {
  const gateway = await openOffers(t);
  const qr = offer({ response_type: 'qrcode' }, { accept: 'image/png' });
  const picture = await gateway.a('/vci/offer', qr);
  const again = await gateway.a('/vci/offer', qr);
  const asJson = await gateway.a('/vci/offer', offer({ response_type: 'qrcode' }));
  assert.equal(picture.headers.get('content-type'), 'image/png');
  assert.equal(again.headers.get('x-session-id'), picture.headers.get('x-session-id'));
  assert.deepEqual(Buffer.from(await again.arrayBuffer()), Buffer.from(await picture.arrayBuffer()));
  const { session, uri } = (await asJson.json()) as { session: string; uri: string };
  assert.equal(session, 's1');
  assert.match(uri, /^data:image\/png/);
  assert.equal(made(gateway), 1);
});

test('a refusal is repeated as it was, under the id of the first request', async (t) => {
  const gateway = await openOffers(t);
  const first = await gateway.a('/vci/offer', offer({ flow: 'authorization_code' }));
  const again = await gateway.a('/vci/offer', offer({ flow: 'authorization_code' }));
  assert.deepEqual([first.status, again.status], [400, 400]);
  assert.equal(await again.text(), await first.text());
  assert.notEqual(again.headers.get('x-request-id'), first.headers.get('x-request-id'));
  assert.equal(again.headers.get('idempotent-replay'), 'true');
  assert.equal(made(gateway), 1);
});

test('what the gateway refuses before the call uses no key', async (t) => {
  const gateway = await openOffers(t);
  const wrong = await gateway.a('/vci/offer', offer({ credentialConfigurationIds: 'pid' }));
  assert.equal(wrong.status, 400);
  assert.equal((await gateway.a('/vci/offer', offer())).status, 201);
});

test('an erasure of the session erases the kept answer', async (t) => {
  const gateway = await openOffers(t);
  await gateway.a('/vci/offer', offer());
  assert.equal((await gateway.a('/session/s1', { method: 'DELETE' })).status, 200);
  const again = await gateway.a('/vci/offer', offer());
  assert.equal(again.status, 410);
  assert.equal(made(gateway), 1);
});

test('a login and a GET take no key, and without a key nothing is kept', async (t) => {
  const gateway = await openOffers(t);
  const headers = { 'idempotency-key': '?' };
  assert.equal((await gateway.a('/session', { headers })).status, 200);
  const login = { client_id: 'root', client_secret: 'wrong' };
  const answer = await gateway.request('/auth/token', {
    method: 'POST',
    body: JSON.stringify(login),
    headers: { ...json, ...headers },
  });
  assert.equal(answer.status, 401);
  const { 'idempotency-key': _key, ...without } = offer().headers as Record<string, string>;
  await gateway.a('/vci/offer', { ...offer(), headers: without });
  await gateway.a('/vci/offer', { ...offer(), headers: without });
  assert.equal(made(gateway), 2);
});

test('the report of a dry run is repeated as an event, without its steps', async (t) => {
  let runs = 0;
  const gateway = await openGateway(t, {
    replies: {
      'gateway.dry-run.issuance': async (_, progress) => {
        runs += 1;
        progress?.({ step: 'offer' });
        return { body: { outcome: 'issued', run: runs } };
      },
    },
  });
  const asked = { method: 'POST', headers: { 'idempotency-key': KEY, accept: 'text/event-stream' } };
  const first = await gateway.a('/issuer-managment/pid/dry-run', asked);
  assert.equal(
    await first.text(),
    'event: step\ndata: {"step":"offer"}\n\nevent: report\ndata: {"outcome":"issued","run":1}\n\n',
  );
  const again = await gateway.a('/issuer-managment/pid/dry-run', asked);
  assert.equal(again.headers.get('idempotent-replay'), 'true');
  assert.equal(await again.text(), 'event: report\ndata: {"outcome":"issued","run":1}\n\n');
  const whole = await gateway.a('/issuer-management/pid/dry-run', { ...asked, headers: { 'idempotency-key': KEY } });
  assert.deepEqual(await whole.json(), { outcome: 'issued', run: 1 });
  assert.equal(runs, 1);
});
