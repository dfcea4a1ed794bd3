/**
 * Every route × ids of another tenant: the response is the same as for unknown ids, and nothing in the other tenant
 * changes.
 */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Route } from '@countersign/gateway/routes/route';
import { allPaths, type PathOwner } from '@countersign/gateway/routes/routes';
import { collections } from '@countersign/shared/model/collections';
import type { Collection, TenantDocument } from '@countersign/shared/store/port';
import * as all from '@countersign/shared/test/model/every-tenant';
import { read } from '@countersign/wallet/sending/answer';
import { type Shape, shapes } from '../support/presentation-during-issuance.ts';
import { startSampleServer } from '../support/sample-server.ts';
import { CLIENT_SECRET, type TestServer } from '../support/server.ts';
import {
  credentialConfiguration,
  idsOfNothing,
  makeTenantIds,
  presentationConfiguration,
  type TenantIds,
  transferCases,
  trustListSource,
} from '../support/tenant-ids.ts';
import { openReceiver } from '../support/webhook-receiver.ts';
import { hostedListCases } from './hosted-list-cases.ts';
import { nothingNamed } from './nothing-named.ts';

/** The parts of a request that refer to documents; the rest comes from the row. */
interface Named {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  readonly token?: string;
  /** Creates a document with that id if it is missing, so the response to the owner shows no difference. */
  readonly makes?: true;
}

const pkce = { code_challenge: 'c'.repeat(43), code_challenge_method: 'S256' };
const client = { client_id: 'test-wallet', redirect_uri: 'https://wallet.example/callback' };
const proofs = { jwt: ['a.b.c'] };

/** Addresses of one login, which need the cookie of its browser too: test/e2e/login.test.ts has one. */
const pathsOfLogins = ['resume', 'page', 'state', 'wallet', 'wallet.answer', 'return', 'complete', 'cancel'];
const ofLogins = pathsOfLogins.map((name) => `gateway.login.${name}`);

/** The platform manages every tenant; an administrator of one tenant is refused. */
const ofPlatform = [
  ...['list', 'create', 'get', 'suspend', 'resume', 'erase'].map((name) => `gateway.tenant.${name}`),
  ...['list', 'create', 'change', 'rotate', 'delete'].map((name) => `gateway.client.${name}`),
];

/** How each operation's request refers to a document, directly or indirectly. */
const cases: Readonly<Record<string, (ids: TenantIds) => readonly Named[]>> = {
  'issuer.offer.create': ({ configuration }) => [
    { body: { response_type: 'uri', credentialConfigurationIds: [configuration] } },
  ],
  'issuer.offer.get': ({ offer }) => [{ params: { offerId: offer } }],
  'issuer.pushed-authorization-request': ({ issuerState }) => [
    { form: { response_type: 'code', ...client, ...pkce, issuer_state: issuerState } },
  ],
  'issuer.authorize': ({ requestUri }) => [{ query: { client_id: client.client_id, request_uri: requestUri } }],
  'issuer.authorization.follow': ({ follow }) => [{ params: { reference: follow } }],
  'issuer.authorization.wallet': ({ follow }) => [{ params: { reference: follow } }],
  'issuer.authorization.wallet.answer': ({ follow }) => [
    { params: { reference: follow }, body: { protocol: 'openid4vp-v1-signed', data: { vp_token: {} } } },
  ],
  'issuer.authorization.decline': ({ follow }) => [{ params: { reference: follow } }],
  // Without the browser's cookie nothing in any tenant is found: test/security/haip-sign-in.test.ts sends it.
  'issuer.sign-in.begin': ({ follow }) => [{ makes: true, params: { reference: follow } }],
  'issuer.sign-in.callback': ({ follow: state }) => [{ makes: true, query: { state, code: 'c' } }],
  'issuer.authorization-challenge': ({ issuerState, authSession }) => [
    { form: { ...client, ...pkce, issuer_state: issuerState } },
    { form: { client_id: client.client_id, auth_session: authSession } },
  ],
  'issuer.interactive-authorization': ({ issuerState, authSession }) => [
    { form: { ...client, ...pkce, issuer_state: issuerState, interaction_types_supported: 'openid4vp_presentation' } },
    { form: { client_id: client.client_id, auth_session: authSession, openid4vp_response: '{"vp_token":{}}' } },
  ],
  'issuer.token': ({ code, verifier, preAuthorizedCode }) => [
    { form: { grant_type: 'authorization_code', code, code_verifier: verifier, ...client } },
    {
      form: {
        grant_type: 'urn:ietf:params:oauth:grant-type:pre-authorized_code',
        'pre-authorized_code': preAuthorizedCode,
      },
    },
  ],
  'issuer.credential': ({ token }) => [{ token, body: { credential_configuration_id: 'pid', proofs } }],
  'issuer.deferred-credential': ({ token }) => [{ token, body: { transaction_id: 't' } }],
  'issuer.notification': ({ token, notification }) => [
    { token, body: { notification_id: notification, event: 'credential_accepted' } },
  ],
  'issuer.vct': ({ configuration }) => [{ params: { id: configuration } }],
  'issuer.schema': ({ configuration }) => [{ params: { id: configuration } }],
  'issuer.configuration.put': ({ configuration: id }) => [{ makes: true, body: credentialConfiguration(id) }],
  'issuer.configuration.delete': ({ configuration }) => [{ params: { id: configuration } }],
  'verifier.request.create': ({ question }) => [{ body: { response_type: 'uri', requestId: question } }],
  'verifier.request.get': ({ request }) => [{ params: { requestId: 'name-check', session: request } }],
  'verifier.button.follow': ({ button }) => [{ params: { reference: button } }],
  'verifier.button.request': ({ button }) => [{ params: { reference: button } }],
  'verifier.button.answer': ({ button }) => [
    { params: { reference: button }, body: { protocol: 'openid4vp-v1-signed', data: { vp_token: {} } } },
  ],
  'verifier.response': ({ responseState: state }) => [
    { form: { state, vp_token: '{}' } },
    { form: { state, error: 'access_denied' } },
  ],
  'verifier.dc-api.answer': ({ session }) => [
    { params: { sessionId: session }, body: { error: 'NotAllowedError' } },
    { params: { sessionId: session }, body: { protocol: 'openid4vp-v1-signed', data: { response: 'a.b.c.d.e' } } },
  ],
  'verifier.configuration.put': ({ question: id }) => [{ makes: true, body: presentationConfiguration(id) }],
  'verifier.configuration.delete': ({ question }) => [{ params: { id: question } }],
  'status.list': ({ list }) => [{ params: { n: list } }],
  'issuer.certificate-chain': ({ thumbprint }) => [{ params: { thumbprint } }],
  'issuer.revocation-list': ({ iaca }) => [{ params: { generation: iaca } }],
  'status.update': ({ session }) => [{ body: { sessionId: session, status: 1 } }],
  'status.entries': ({ session }) => [{ params: { session } }],
  'dispatcher.deliveries': ({ session }) => [{ params: { sessionId: session } }],
  'dispatcher.replay': ({ session, delivery }) => [{ params: { sessionId: session, deliveryId: delivery } }],
  'dispatcher.delivery.list': () => [{ query: { state: 'waiting' } }],
  'dispatcher.delivery.get': ({ delivery }) => [{ params: { deliveryId: delivery } }],
  'dispatcher.delivery.summary': () => [{}],
  'dispatcher.replay-many': ({ delivery }) => [{ body: { ids: [delivery] } }],
  ...transferCases,
  'gateway.webhook.test': ({ question }) => [{ body: { kind: 'presentation', configurationId: question } }],
  'gateway.overview': () => [{}],
  'gateway.session.list': ({ session, state }) => [{}, { query: { offerSession: session } }, { query: { state } }],
  'gateway.search': ({ session, state, delivery }) => [session, state, delivery].map((q) => ({ query: { q } })),
  'gateway.session.get': ({ session }) => [
    { params: { sessionId: session } },
    { params: { sessionId: session }, query: { response_code: 'x' } },
  ],
  'gateway.session.cancel': ({ session }) => [{ params: { sessionId: session } }],
  'gateway.session.delete': ({ session }) => [{ params: { sessionId: session } }],
  // Without Accept: the stream of the tenant's own session has no end (test/e2e/events.test.ts).
  'gateway.session.events': ({ session }) => [{ params: { sessionId: session } }],
  'gateway.trace.session': ({ session }) => [{ params: { sessionId: session } }],
  'gateway.audit': ({ session }) => [{}, { query: { session } }],
  // Only for the platform and the tenant itself: services/gateway/test/tenants/tenant-operations.test.ts.
  ...Object.fromEntries(ofPlatform.map((operation) => [operation, () => []])),
  ...Object.fromEntries(
    ofLogins.map((operation) => [
      operation,
      ({ session }: TenantIds) => [{ makes: true as const, params: { session } }],
    ]),
  ),
  'gateway.login-client.list': () => [{}],
  'gateway.login-client.delete': ({ configuration }) => [{ makes: true, params: { id: configuration } }],
  'gateway.public-file': ({ file, image }) => [{ params: { file } }, { params: { file: image } }],
  'gateway.dry-run.issuance': ({ configuration }) => [{ makes: true, params: { id: configuration } }],
  'gateway.dry-run.presentation': ({ question }) => [{ makes: true, params: { id: question } }],
  // A purpose is the same word in each tenant; the credential selects whose key it is.
  'issuer.key.rotate': () => [{ makes: true, params: { purpose: 'request' } }],
  // A new key differs each time, so none is created.
  'issuer.key-set.begin': () => [{ makes: true, params: { set: 'shop', purpose: 'request' }, body: {} }],
  'issuer.key-set.install': ({ pem }) => [{ makes: true, params: { set: 'shop', purpose: 'request' }, body: { pem } }],
  'issuer.key-set.discard': () => [{ makes: true, params: { set: 'shop', purpose: 'request', kid: 'none' } }],
  'issuer.key-set.remove': () => [{ makes: true, params: { set: 'shop', purpose: 'mdoc' } }],
  'issuer.trust.put': ({ pem }) => [{ makes: true, params: { purpose: 'issuers' }, body: { id: 'another', pem } }],
  'issuer.trust.delete': ({ anchor: id }) => [{ params: { purpose: 'issuers', id } }],
  'issuer.trust-list.put': ({ trustList: id, pem }) => [{ makes: true, body: trustListSource(id, pem) }],
  'issuer.trust-list.load': ({ trustList: id }) => [{ makes: true, params: { id }, body: { bytes: 'AAAA' } }],
  'issuer.trust-list.get': ({ trustList: id }) => [{ params: { id } }],
  'issuer.trust-list.delete': ({ trustList: id }) => [{ params: { id } }],
  'verifier.registration.delete': ({ registration: id }) => [{ params: { id } }],
  ...hostedListCases,
  'issuer.image.delete': ({ image: file }) => [{ params: { file } }],
  'issuer.configuration.list': () => [{}],
  'verifier.configuration.list': () => [{}],
};

interface Row {
  readonly route: Route;
  readonly owner: PathOwner;
  readonly path: string;
}

interface Request {
  /** Operation, and the place among its requests. */
  readonly name: string;
  readonly row: Row;
  readonly named: Named;
  /** The same request for nothing. */
  readonly unknown: Named;
}

/** The requests of a tenant by every path of its variant, with these ids in them. */
function requestsOf({ tenant }: Shape, ids: TenantIds): readonly Request[] {
  const variant = tenant === 'default' ? 'a' : 'b';
  const rows = allPaths().filter(({ owner }) => owner === variant || owner === 'shared');
  return rows.flatMap((row) => {
    const { operation } = row.route;
    const make = cases[operation] ?? (() => []);
    const unknown = make(idsOfNothing(ids));
    return make(ids).map((named, place) => {
      // The path may leave out what another path of the operation names.
      const none =
        named.params !== undefined && !Object.keys(named.params).some((name) => row.path.includes(`{${name}}`));
      return {
        name: `${operation} ${place}`,
        row,
        ...(none ? { named: {}, unknown: {} } : { named, unknown: unknown[place] ?? {} }),
      };
    });
  });
}

function send(server: TestServer, { route, path }: Row, shape: Shape, named: Named): Promise<Response> {
  const values: Readonly<Record<string, string>> = { tenantId: shape.tenant, n: '1', ...named.params };
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    return encodeURIComponent(values[name] ?? assert.fail(`${route.operation} has no id for {${name}}`));
  });
  const query = named.query === undefined ? '' : `?${new URLSearchParams(named.query)}`;
  const headers = new Headers(named.token === undefined ? {} : { authorization: `Bearer ${named.token}` });
  if (named.body !== undefined) headers.set('content-type', 'application/json');
  if (route.sameOrigin === true) headers.set('origin', new URL(server.url).origin);
  const body = named.form === undefined ? JSON.stringify(named.body) : new URLSearchParams(named.form);
  const init: RequestInit = { method: route.method, headers, ...(body === undefined ? {} : { body }) };
  return route.auth === 'management' ? shape.call(server, filled + query, init) : server.request(filled + query, init);
}

/** The response without what differs from request to request, and without the request's ids. */
async function comparable(answer: Response, ids: TenantIds): Promise<string> {
  const shown = ['content-type', 'www-authenticate', 'location', 'link'].map((name) => answer.headers.get(name));
  let text = `${answer.status} ${JSON.stringify(shown)} ${await answer.text()}`;
  const longestFirst = Object.values(ids).sort((a, b) => b.length - a.length);
  for (const id of longestFirst) if (id.length > 1) text = text.replaceAll(id, '<id>');
  return text
    .replaceAll(/urn:countersign:request:[\w-]+|(?<=Request: <code>)[\w-]+/g, '<request>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>');
}

/** Written shortly after the response. */
const traced: readonly (readonly [Collection<TenantDocument>, string])[] = [
  [all.traces, 'age'],
  [all.unmatchedRequests, 'age'],
  [all.eventLog, 'age'],
];

/**
 * Written seconds after the response: counts for the tenant in the path, with its refusals, whoever the caller is; and
 * the results of the job that fetches trust lists.
 */
const counted: typeof traced = [
  [all.activity, 'age'],
  [all.trustLists, 'list'],
];

/** Each collection with an index that contains all of its documents. */
const listed: readonly (readonly [Collection<TenantDocument>, string])[] = [
  [all.auditRecords, 'age'],
  [all.authenticationCodes, 'end'],
  [all.activeCredentials, 'tenant'],
  [all.clients, 'list'],
  [all.configurationApplies, 'list'],
  [all.consoleSessions, 'end'],
  [all.deliveries, 'session'],
  [all.flowConfigs, 'list'],
  [all.hostedLists, 'list'],
  [all.idempotentCalls, 'age'],
  [all.keyDocuments, 'purpose'],
  [all.logins, 'end'],
  [all.refreshGrants, 'remove'],
  [all.sessions, 'age'],
  [all.statusEntries, 'session'],
  [all.statusLists, 'list'],
  [all.trustListParts, 'list'],
  [all.registrarTasks, 'list'],
  [all.certificateOrders, 'list'],
  [all.webhookSecrets, 'tenant'],
  ...traced,
  ...counted,
];

/** Without traces: every request writes into them. */
const decisive = listed.filter((one) => !traced.includes(one) && !counted.includes(one));

/** Every document of a tenant. */
async function documentsOf(
  { platform: { store } }: TestServer,
  tenant: string,
  of = listed.filter((one) => !counted.includes(one)),
): Promise<readonly TenantDocument[]> {
  const found = await Promise.all(of.map(([collection, index]) => store.find(collection, { index, limit: 10_000 })));
  return found.flatMap(({ documents }) => documents).filter((document) => document.tenant === tenant);
}

const SECOND_SECRET = 'second-client-secret-99';

/** A tenant of variant B, by the token of its client. */
async function tenantOf(server: TestServer, tenant: string, secret: string): Promise<Shape> {
  const body = new URLSearchParams({ client_id: tenant, client_secret: secret });
  const { json } = await read(await server.request('/auth/token', { method: 'POST', body }));
  return {
    name: `variant B, tenant ${tenant}`,
    tenant,
    folder: `tenants/${tenant}/`,
    offer: '/issuer-management/offer',
    issuer: ({ url }) => `${url}/${tenant}`,
    call: (_, path, init = {}) => {
      const headers = new Headers(init.headers);
      headers.set('authorization', `Bearer ${json.access_token}`);
      if (typeof init.body === 'string') headers.set('content-type', 'application/json');
      return server.request(path, { ...init, headers });
    },
  };
}

/** A server with the tenant of variant A and two of variant B. */
async function open(t: TestContext) {
  const receiver = await openReceiver();
  const server = await startSampleServer({
    env: { SECOND_SECRET, WEBHOOK_SCHEDULE: '0,1,1', INTERACTIVE_AUTHORIZATION: 'signed' },
  });
  t.after(async () => {
    await server.close();
    await receiver.close();
  });
  server.writeConfig('clients.json', { clients: [{ client_id: 'two', tenant: 'two', secret_env: 'SECOND_SECRET' }] });
  const tenants = [
    shapes[0] ?? assert.fail(),
    await tenantOf(server, 'root', CLIENT_SECRET),
    await tenantOf(server, 'two', SECOND_SECRET),
  ];
  return { server, webhook: receiver.url, tenants };
}

test('every collection of tenants is looked at', () => {
  const perTenant = collections.filter((collection) => collection.perTenant === true);
  assert.deepEqual(listed.map(([{ name }]) => name).sort(), perTenant.map(({ name }) => name).sort());
});

test('every route of the table says how it names a document, or that it names none', () => {
  for (const { route, owner, path } of allPaths()) {
    const known = [cases, nothingNamed].filter((table) => Object.hasOwn(table, route.operation));
    assert.equal(known.length, 1, `${route.operation}: add it to the table of this test`);
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).filter((name) => name !== 'tenantId');
    const served = owner === 'global' || /asset/.test(route.operation);
    if (names.length > 0 && !served) assert.ok(Object.hasOwn(cases, route.operation), `${path} names something`);
  }
});

for (const owned of ['default', 'root']) {
  test(`what belongs to tenant ${owned} is to every other tenant as if it were not there`, async (t) => {
    const { server, webhook, tenants } = await open(t);
    const owner = tenants.find(({ tenant }) => tenant === owned) ?? assert.fail();
    const ids = await makeTenantIds(server, owner, webhook);
    const before = await documentsOf(server, owned);
    assert.ok(before.length > 20);
    for (const other of tenants.filter((one) => one !== owner)) {
      for (const request of requestsOf(other, ids))
        await assertNotThere({ server, other, owned, before, ids }, request);
    }
    await assertReached(server, owner, ids);
  });
}

interface World {
  readonly server: TestServer;
  readonly other: Shape;
  readonly owned: string;
  readonly before: readonly TenantDocument[];
  readonly ids: TenantIds;
}

/** Another tenant's request gets the same response as for a missing document, or shows nothing if it has no ids. */
async function assertNotThere({ server, other, owned, before, ids }: World, { row, named, unknown }: Request) {
  const what = `${row.route.method} ${row.path} by ${other.tenant}, ${JSON.stringify(named)}`;
  const given = await send(server, row, other, named);
  const text = await given.clone().text();
  const answer = await comparable(given, ids);
  assert.ok(given.status < 500, `${what}: ${text}`);
  assert.deepEqual(await documentsOf(server, owned), before, `${what} changed a document`);
  if (Object.keys(named).length === 0) {
    for (const { id } of before) assert.ok(!text.includes(id), `${what} shows ${id}`);
    return;
  }
  assert.equal(answer, await comparable(await send(server, row, other, unknown), idsOfNothing(ids)), what);
}

/** The same requests of the owner find their documents. Otherwise the comparison above would prove nothing. */
async function assertReached(server: TestServer, owner: Shape, ids: TenantIds): Promise<void> {
  const lastly = ({ row }: Request): number => Number(row.route.method === 'DELETE');
  const reached = new Set<string>();
  for (const request of requestsOf(owner, ids).toSorted((a, b) => lastly(a) - lastly(b))) {
    const { row, named, unknown, name } = request;
    // The first path of an operation may have used up what a second path needs.
    if (named.makes === true || Object.keys(named).length === 0 || reached.has(name)) continue;
    reached.add(name);
    const nothing = await comparable(await send(server, row, owner, unknown), idsOfNothing(ids));
    const before = JSON.stringify(await documentsOf(server, owner.tenant, decisive));
    const answer = await comparable(await send(server, row, owner, named), ids);
    const changed = JSON.stringify(await documentsOf(server, owner.tenant, decisive)) !== before;
    assert.ok(changed || answer !== nothing, `${name}: the owner did not reach it, ${answer}`);
  }
}
