/** A tenant with something of each kind: what its backend and wallets have, by name. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { entityBody, listBody } from '@countersign/european-trust/test/hosting/hosted-bodies';
import { createRegistrar } from '@countersign/european-trust/test/registration/registrar';
import { leafThumbprint } from '@countersign/shared/crypto/certificate-chain';
import { exampleOf } from '@countersign/shared/http/schema-parts';
import { schemeImportSchema } from '@countersign/shared/messages/scheme-import';
import type { TenantDocument } from '@countersign/shared/store/port';
import { deliveries, sessions, statusLists } from '@countersign/shared/test/model/every-tenant';
import { until } from '@countersign/shared/test/patience';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { fetchRequest, requestUriOf } from '@countersign/wallet/presentation/present';
import { read } from '@countersign/wallet/sending/answer';
import { challengeAgain, offerOf, type Shape } from './presentation-during-issuance.ts';
import { SAMPLES } from './samples.ts';
import { jsonBody, type TestServer } from './server.ts';
import { untilUnmatched } from './trace.ts';

const PRE_AUTHORIZED = { credentialConfigurationIds: ['pid'], flow: 'pre_authorized_code' } as const;

/** A tenant's ids and wallet-facing values. All values of one kind have the same form. */
export interface TenantIds {
  readonly configuration: string;
  readonly question: string;
  readonly file: string;
  /** Id of a trust anchor that was written through the API. */
  readonly anchor: string;
  /** Id of a trust list source that was written through the API. */
  readonly trustList: string;
  /** Id of a registration certificate that was written through the API. */
  readonly registration: string;
  /** Name of a trust list that the tenant publishes. */
  readonly hosted: string;
  /** Name of an image that was written through the API. */
  readonly image: string;
  /** A CA certificate. */
  readonly pem: string;
  /** Number of a status list that no other tenant has. */
  readonly list: string;
  /** Number of its IACA; no other tenant has one. */
  readonly iaca: string;
  /** Thumbprint of the leaf that signs credentials. */
  readonly thumbprint: string;
  /** Has credentials and a delivery. */
  readonly session: string;
  readonly delivery: string;
  /** The `state` that the backend gave it. */
  readonly state: string;
  readonly offer: string;
  readonly issuerState: string;
  readonly preAuthorizedCode: string;
  readonly requestUri: string;
  readonly code: string;
  readonly verifier: string;
  readonly token: string;
  readonly notification: string;
  readonly authSession: string;
  readonly follow: string;
  /** Id of the request object of an open presentation request. */
  readonly request: string;
  readonly responseState: string;
  /** Reference in a button's address. */
  readonly button: string;
}

/** Well-formed ids of nothing that exists, in the form of a tenant's ids. */
export function idsOfNothing(ids: TenantIds): TenantIds {
  const reversed = (text: string): string => text.replace(/[\w-]{20,}$/, (end) => [...end].reverse().join(''));
  const values = Object.entries(ids).map(([name, value]) => [name, reversed(value)]);
  return {
    ...Object.fromEntries(values),
    configuration: 'none-issued',
    question: 'none-asked',
    file: 'none.svg',
    anchor: 'none-trusted',
    trustList: 'none-listed',
    registration: 'none-registered',
    hosted: 'list-of-nobody',
    image: 'none-stored.svg',
    list: '8',
    iaca: '2',
    state: 'none-given',
  };
}

/** Creates one of each. @param webhook receives every webhook */
export async function makeTenantIds(server: TestServer, shape: Shape, webhook: string): Promise<TenantIds> {
  const wallet = (): Wallet => new Wallet({ issuer: shape.issuer(server), dpop: false });
  const offer = (body: object) => offerOf(server, shape, body);
  await writeConfigurations(server, shape);
  await server.platform.keys.signer(shape.tenant, 'mdoc');
  await server.platform.store.insert(statusLists, {
    id: `${shape.tenant}/7`,
    tenant: shape.tenant,
    n: 7,
    size: 2 ** 20,
    allocated: 0,
    version: 1,
    closed: true,
  });

  const outcome = await offer({ ...PRE_AUTHORIZED, state: 'state-of-owner', notifyWebhook: { url: webhook } });
  const received = await wallet().receive(outcome.uri);
  assert.equal(received.answer.status, 200, received.answer.text);

  const offered = await offer(PRE_AUTHORIZED);
  const grants = (await wallet().offer(offered.uri)).grants as Record<string, Record<string, string>>;
  const open = await wallet().offer((await offer({ credentialConfigurationIds: ['pid'] })).uri);

  const following = wallet();
  const member = await following.offer((await offer({})).uri);
  const page = await following.authorize(
    (await following.par(following.authorizationParameters(member))).json.request_uri,
  );
  const pushing = wallet();
  const pushed = await pushing.par(
    pushing.authorizationParameters(await pushing.offer((await offer({ credentialConfigurationIds: ['pid'] })).uri)),
  );
  const authorizing = wallet();
  const code = await authorizing.code(
    await authorizing.offer((await offer({ credentialConfigurationIds: ['pid'] })).uri),
  );
  const token = await wallet().redeem(await wallet().offer((await offer(PRE_AUTHORIZED)).uri));
  const challenge = await challengeAgain(wallet(), await wallet().offer((await offer({})).uri));
  const { uri: link } = await ask(server, shape, { response_type: 'uri', requestId: 'name-check' });
  const responseState = (await fetchRequest(link)).state;
  const { button } = await ask(server, shape, { response_type: 'button', requestId: 'button-of-owner' });
  await quiet(server);
  await traced(server, shape);
  return {
    configuration: 'of-owner',
    question: 'question-of-owner',
    file: 'of-owner.svg',
    anchor: 'anchor-of-owner',
    trustList: await writeTrustList(server, shape),
    registration: await writeRegistration(server, shape),
    hosted: await writeHosted(server, shape),
    image: 'stored-of-owner.svg',
    pem: await writeAnchor(server, shape),
    list: '7',
    iaca: '1',
    thumbprint: leafThumbprint((await server.platform.keys.signer(shape.tenant, 'credential')).x5c),
    session: outcome.session,
    delivery: await deliveryOf(server, shape, outcome.session),
    state: 'state-of-owner',
    offer: lastPart(new URL(offered.uri).searchParams.get('credential_offer_uri') ?? ''),
    issuerState: String(open.grants.authorization_code?.issuer_state),
    preAuthorizedCode: Object.values(grants)[0]?.['pre-authorized_code'] ?? assert.fail(),
    requestUri: pushed.json.request_uri,
    code,
    verifier: authorizing.verifier,
    token: token.json.access_token,
    notification: received.answer.json.notification_id,
    authSession: challenge.authSession,
    follow: lastPart(/data-follow="([^"]+)"/.exec(page.text)?.[1] ?? assert.fail(page.text)),
    request: lastPart(requestUriOf(link)),
    responseState,
    button: lastPart(button),
  };
}

export function credentialConfiguration(id: string): object {
  const $schema = 'https://json-schema.org/draft/2020-12/schema';
  return {
    id,
    config: { format: 'dc+sd-jwt', vct: `<PUBLIC_URL>/credentials/vct/${id}` },
    claims: {},
    disclosureFrame: {},
    schema: { $schema, type: 'object', properties: {}, required: [] },
  };
}

export function presentationConfiguration(id: string): object {
  const sample = JSON.parse(readFileSync(join(SAMPLES, 'presentation/name-check.json'), 'utf8'));
  return { dcql_query: sample.dcql_query, registrationCert: sample.registrationCert, id };
}

/** The requests of exports, imports, attestation schemes and bundles. */
export const transferCases = {
  'gateway.configurations.export': () => [{}],
  'gateway.configurations.import': ({ question }: TenantIds) => [
    { makes: true as const, body: { version: 1, presentation: [presentationConfiguration(question)] } },
  ],
  'issuer.scheme.plan': ({ configuration }: TenantIds) => [schemeFor(configuration)],
  'issuer.scheme.import': ({ configuration }: TenantIds) => [schemeFor(configuration)],
  'issuer.scheme.export': ({ configuration: id }: TenantIds) => [{ params: { id } }],
  'gateway.bundle.list': () => [{}],
  // A fingerprint differs with the id in the bundle, so this one has none.
  'gateway.bundle.plan': () => [{ makes: true as const, body: { bundle: { ...bundleOf(''), presentation: [] } } }],
  'gateway.bundle.apply': ({ question }: TenantIds) => [{ body: { bundle: bundleOf(question), fingerprint: 'f' } }],
  // The owner has no bundle with that name either: test/e2e/configuration-bundles.test.ts releases one.
  'gateway.bundle.release': ({ question: id }: TenantIds) => [{ makes: true as const, params: { id } }],
};

function schemeFor(configuration: string) {
  return { makes: true as const, body: { ...exampleOf(schemeImportSchema), configuration } };
}

function bundleOf(id: string): object {
  const presentation = [presentationConfiguration(id)];
  return { $schema: 'bundle.json', version: 1, name: 'b', generation: 1, presentation };
}

async function writeAnchor(server: TestServer, shape: Shape): Promise<string> {
  const [ca] = await server.platform.keys.anchors(shape.tenant, 'credential');
  const pem = String(ca);
  const body = { id: 'anchor-of-owner', pem };
  const answer = await read(await shape.call(server, '/trust/issuers', { method: 'POST', ...jsonBody(body) }));
  assert.equal(answer.status, 201, answer.text);
  return pem;
}

/** The server never reaches its address. */
export function trustListSource(id: string, pem: string): object {
  return { id, pem, url: 'http://127.0.0.1:1/list', list: 'registrars' };
}

async function writeTrustList(server: TestServer, shape: Shape): Promise<string> {
  const [ca] = await server.platform.keys.anchors(shape.tenant, 'credential');
  const id = 'list-of-owner';
  const body = trustListSource(id, String(ca));
  const answer = await read(await shape.call(server, '/trust/lists', { method: 'POST', ...jsonBody(body) }));
  assert.equal(answer.status, 201, answer.text);
  return id;
}

async function writeHosted(server: TestServer, shape: Shape): Promise<string> {
  const [ca] = await server.platform.keys.anchors(shape.tenant, 'credential');
  const body = hostedEntity(String(ca));
  for (const [path, value] of [
    ['', listBody()],
    ['/entities', body],
  ] as const) {
    const init = { method: 'POST', ...jsonBody(value) };
    const answer = await read(await shape.call(server, `/hosted-lists/list-of-owner${path}`, init));
    assert.equal(answer.status, 201, answer.text);
  }
  return 'list-of-owner';
}

export function hostedList(revision: number): object {
  return listBody({ revision });
}

export function hostedEntity(pem: string): object {
  return entityBody(pem);
}

async function writeRegistration(server: TestServer, shape: Shape): Promise<string> {
  const body = { id: 'registration-of-owner', jwt: await (await createRegistrar()).jwt() };
  const answer = await read(
    await shape.call(server, '/registration-certificates', { method: 'POST', ...jsonBody(body) }),
  );
  assert.equal(answer.status, 201, answer.text);
  return body.id;
}

async function writeConfigurations(server: TestServer, shape: Shape): Promise<void> {
  const post = async (path: string, body: object): Promise<void> => {
    const answer = await read(await shape.call(server, path, { method: 'POST', ...jsonBody(body) }));
    assert.equal(answer.status, 201, answer.text);
  };
  await post('/issuer-management', credentialConfiguration('of-owner'));
  await post('/presentation-management', presentationConfiguration('question-of-owner'));
  const origins = ['https://shop.example'];
  await post('/presentation-management', { ...presentationConfiguration('button-of-owner'), origins });
  const data = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64');
  await post('/configurations/images', { file: 'stored-of-owner.svg', data });
  server.writeConfig(`${shape.folder}public/of-owner.svg`, '<svg xmlns="http://www.w3.org/2000/svg"/>');
}

async function ask(
  server: TestServer,
  shape: Shape,
  body: object,
): Promise<{ readonly uri: string; readonly button: string }> {
  const path = shape.tenant === 'default' ? '/oid4vp' : '/presentation-management/request';
  const answer = await read(await shape.call(server, path, { method: 'POST', ...jsonBody(body) }));
  assert.equal(answer.status, 201, answer.text);
  return answer.json;
}

async function deliveryOf(server: TestServer, shape: Shape, session: string): Promise<string> {
  const { json } = await read(await shape.call(server, `/session/${session}/deliveries`));
  return json[0].id;
}

/** Waits until all events are published and all deliveries have ended, so that no background work changes anything any more. */
async function quiet({ platform: { store } }: TestServer): Promise<void> {
  const waiting = [
    [sessions, 'outbox'],
    [sessions, 'pending'],
    [deliveries, 'outbox'],
  ] as const;
  await until('the end of what is under way', async () => {
    const found = await Promise.all(
      waiting.map(
        async ([collection, index]) =>
          (await store.find<TenantDocument>(collection, { index, limit: 1 })).documents.length,
      ),
    );
    return found.every((count) => count === 0);
  });
}

/** Waits until the trace has all requests before this one. */
async function traced(server: TestServer, shape: Shape): Promise<void> {
  const path = shape.tenant === 'default' ? '/oid4vp' : '/presentation-management/request';
  const refused = await shape.call(server, path, { method: 'POST', ...jsonBody({}) });
  const id = refused.headers.get('x-request-id');
  await untilUnmatched(
    () => shape.call(server, '/trace?unmatched=true'),
    ({ request }) => request === id,
  );
}

function lastPart(path: string): string {
  return path.split('/').at(-1) ?? '';
}
