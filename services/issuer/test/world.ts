/**
 * An issuer over an embedded store, with its own clock and four configurations: `pid` and `pass`, `member`, which needs
 * the presentation `login` first, and `club`, which needs `age`. The wallet client `registered` proves itself by a key.
 */

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { createArrivals } from '@countersign/shared/bus/arrivals';
import { createInProcessCache } from '@countersign/shared/cache/in-process';
import { createKnownKeys } from '@countersign/shared/crypto/known-keys';
import { createRequirements } from '@countersign/shared/flow-config/tenant-profile';
import { type OperationReply, type OperationRequest, operationNamed } from '@countersign/shared/http/message';
import type { Outbound, OutboundRequest, OutboundResponse } from '@countersign/shared/http/outbound';
import { newReports, type Reported } from '@countersign/shared/http/reports';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import { silentLog } from '@countersign/shared/kernel/log';
import { systemRandom } from '@countersign/shared/kernel/random';
import { createKeyRing } from '@countersign/shared/keys/key-ring';
import { createVaults } from '@countersign/shared/keys/vaults';
import { noMetrics } from '@countersign/shared/metrics/metrics';
import { attemptOf } from '@countersign/shared/model/session/issuance-attempt';
import type { PresentationProgress } from '@countersign/shared/model/session/presentation-part';
import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import { createBrandOf } from '@countersign/shared/pages/brand';
import type { Platform, Service } from '@countersign/shared/runtime/service';
import { readSettings } from '@countersign/shared/settings/read-settings';
import { sessions } from '@countersign/shared/test/model/every-tenant';
import { temporaryFolder, temporaryStore } from '@countersign/shared/test/store/temporary';
import { createStatusLookup } from '@countersign/shared/trust/status-lookup';
import { createStoredAnchors } from '@countersign/shared/trust/stored-anchors';
import { createTrustAnchors } from '@countersign/shared/trust/trust-anchors';
import type { AuthorizeDependencies } from '../src/authorize/authorize.ts';
import { createSettleClaims } from '../src/claims/settle-claims.ts';
import { createAttestationChallenges } from '../src/client/attestation/attestation-challenges.ts';
import { createClientAttestations } from '../src/client/attestation/client-attestation.ts';
import { CLIENT_ASSERTION_TYPE } from '../src/client/client-assertion.ts';
import { createClientAuthentication } from '../src/client/client-authentication.ts';
import { createDpop } from '../src/client/dpop/dpop.ts';
import { createStoredWallets } from '../src/client/stored-wallets.ts';
import { createWalletClients } from '../src/client/wallet-clients.ts';
import { PRE_AUTHORIZED_CODE_GRANT } from '../src/configuration/authorization-server-metadata.ts';
import { createConfigurations } from '../src/configuration/configurations.ts';
import type { CredentialDependencies } from '../src/credential/credential-answer.ts';
import { createCredentialNonces } from '../src/credential/credential-nonce.ts';
import { createIssuer } from '../src/issuer.ts';
import { createEncryptionKeys } from '../src/keys/encryption-keys.ts';
import type { IssuanceSession } from '../src/session/issuance-transition.ts';
import { createSignIn } from '../src/sign-in/sign-in.ts';
import { type SeenStore, seeingSessions } from './seen-sessions.ts';
import { jwt, NOW, type Signer, sha256, signer } from './support.ts';

export const PUBLIC_URL = 'https://issuer.example';
export const REDIRECT_URI = 'https://wallet.example/cb';
export const VERIFIER = 'v'.repeat(43);
/** The wallet's key, and the client `registered`'s. */
export const wallet = signer();
export const registered = signer();

/** A valid authorization request, except that it has no `issuer_state`. */
export const goodRequest: JsonObject = {
  response_type: 'code',
  client_id: 'wallet',
  redirect_uri: REDIRECT_URI,
  state: 'course',
  code_challenge: sha256(VERIFIER),
  code_challenge_method: 'S256',
};

const configurations: Readonly<Record<string, JsonObject>> = {
  pid: { claims: { given_name: 'Erika' } },
  pass: { claims: { level: 'reader' } },
  member: { claims: { level: 'reader' }, presentation_during_issuance: { type: 'login' } },
  club: { claims: { level: 'reader' }, presentation_during_issuance: { type: 'age' } },
};

export interface Offered {
  readonly session: string;
  /** `issuer_state`, or the pre-authorized code. */
  readonly grant: string;
  readonly txCode?: string;
}

export interface World {
  now: number;
  readonly platform: Platform;
  readonly service: Service;
  readonly configFolder: string;
  /** The dependencies of the endpoints and their reports, for tests of one without its wallet step. */
  readonly dependencies: AuthorizeDependencies & CredentialDependencies & Pick<Reported, 'reports'>;
  /** The server of every outbound request. */
  readonly served: {
    readonly requests: OutboundRequest[];
    answer: (asked: OutboundRequest) => Partial<OutboundResponse>;
  };
  readonly store: SeenStore['store'];
  readonly see: SeenStore['see'];
  call(operation: string, request?: Partial<OperationRequest>): Promise<OperationReply>;
  /** Sends the parameters of a form. */
  post(operation: string, body: JsonObject, headers?: OperationRequest['headers']): Promise<OperationReply>;
  /** A request with a body, as an endpoint receives it. */
  request(body: JsonObject, headers?: OperationRequest['headers']): OperationRequest;
  offer(body?: JsonObject): Promise<Offered>;
  /** The code of a fresh offer, through PAR and authorize. */
  code(more?: JsonObject, headers?: OperationRequest['headers']): Promise<Offered & { readonly code: string }>;
  /** The header of a DPoP proof, fresh at each call. @param payload replaces claims */
  dpop(payload?: JsonObject, key?: Signer): { readonly dpop: string };
  /** The parameters of a client assertion of `registered`, fresh at each call. */
  assertion(payload?: JsonObject): JsonObject;
  keyProof(nonce: string, payload?: JsonObject, header?: JsonObject): string;
  /** Records, as the verifier does, that the current attempt was presented to; `presented` proves it. */
  present(session: string, progress?: PresentationProgress): Promise<void>;
  stored(session: string): Promise<IssuanceSession>;
  change(session: string, change: (document: IssuanceSession) => SessionDocument): Promise<void>;
  /** Adds a webhook to the session for its events. Without one they are not put into its outbox. */
  hook(session: string): Promise<void>;
}

/** Creates a world, which is removed after the test. */
export async function openIssuer(t: TestContext, env: Readonly<Record<string, string>> = {}): Promise<World> {
  const [embedded, configFolder] = [await temporaryStore(t), await temporaryFolder(t)];
  writeConfiguration(configFolder);
  const { settings } = readSettings({ PUBLIC_URL, CONFIG_FOLDER: configFolder, ...env });
  let now = NOW;
  const answerOf = fakeServices();
  const clock = (): number => now;
  const { store, see } = seeingSessions(embedded);
  const common = { store, clock, log: silentLog, random: systemRandom };
  const vaults = createVaults({ ...common, masterKey: Buffer.alloc(32, 1) });
  const platform: Platform = {
    ...common,
    metrics: noMetrics,
    settings,
    vaults,
    keys: createKeyRing({ ...common, vaults, publicUrl: PUBLIC_URL, configFolder }),
    cache: createInProcessCache({ clock, completeSince: 0 }),
    requirementsOf: createRequirements({ settings, log: silentLog }),
    knownKeys: createKnownKeys(),
    lastingReplayCache: createInProcessCache({ clock, completeSince: 0 }),
    call: async (operation, request) => ({ body: answerOf(operation, request) }),
    wakeRelay: () => undefined,
    wakeEntryRelay: () => undefined,
  };
  const served: World['served'] = { requests: [], answer: () => ({ status: 404 }) };
  const outbound: Outbound = {
    request: async (asked) => {
      served.requests.push(asked);
      return { status: 200, headers: {}, body: Buffer.alloc(0), ...served.answer(asked) };
    },
  };
  const service = createIssuer(platform, { outbound });
  const request = (body: JsonObject, headers: OperationRequest['headers'] = {}): OperationRequest => ({
    id: 'r',
    tenant: 'default',
    method: 'POST',
    url: PUBLIC_URL,
    params: {},
    query: {},
    headers,
    encoding: 'form',
    body,
  });
  const call: World['call'] = async (operation, more = {}) => {
    const found = operationNamed(service.operations, operation);
    assert.ok(found !== undefined, operation);
    return found({ ...request({}), method: 'GET', encoding: 'none', ...more });
  };
  const post: World['post'] = (operation, body, headers = {}) => call(operation, request(body, headers));
  const stored: World['stored'] = async (session) => {
    const document = await embedded.get(sessions, session);
    assert.ok(document?.issuance !== undefined);
    return { ...document, issuance: document.issuance };
  };
  const offer: World['offer'] = async (body = {}) => {
    const asked = { flow: 'authorization_code', credentialConfigurationIds: ['pid', 'pass'], ...body };
    const { session, link, txCode } = (await post('issuer.offer.create', asked)).body as Record<string, string>;
    const uri = new URL(link ?? '').searchParams.get('credential_offer_uri') ?? '';
    const params = { offerId: uri.slice(uri.lastIndexOf('/') + 1) };
    const { grants } = (await call('issuer.offer.get', { params })).body as { grants: Record<string, JsonObject> };
    const grant = String(
      grants[PRE_AUTHORIZED_CODE_GRANT]?.['pre-authorized_code'] ?? grants.authorization_code?.issuer_state,
    );
    return { session: session ?? '', grant, ...(txCode === undefined ? {} : { txCode }) };
  };
  const change: World['change'] = async (session, next) => {
    assert.ok((await embedded.replace(sessions, next(await stored(session)))) !== undefined);
  };
  let made = 0;
  const signed = (header: JsonObject, payload: JsonObject, { privateKey }: Signer): string => {
    made += 1;
    return jwt({ alg: 'ES256', ...header }, { jti: `j${made}`, iat: now / 1000, ...payload }, privateKey);
  };
  return {
    get now() {
      return now;
    },
    set now(time) {
      now = time;
    },
    platform,
    service,
    configFolder,
    dependencies: dependenciesOf(platform, outbound),
    served,
    store,
    see,
    call,
    post,
    request,
    offer,
    code: async (more = {}, headers = {}) => {
      const offered = await offer();
      const pushed = await post(
        'issuer.pushed-authorization-request',
        { ...goodRequest, issuer_state: offered.grant, ...more },
        headers,
      );
      const { request_uri } = pushed.body as Record<string, string>;
      const query = { client_id: String(more.client_id ?? goodRequest.client_id), request_uri: request_uri ?? '' };
      const { headers: answered } = await call('issuer.authorize', { query });
      return { ...offered, code: new URL(answered?.location ?? '').searchParams.get('code') ?? '' };
    },
    dpop: (payload = {}, key = wallet) => ({
      dpop: signed({ typ: 'dpop+jwt', jwk: { ...key.jwk } }, { htm: 'POST', htu: PUBLIC_URL, ...payload }, key),
    }),
    assertion: (payload = {}) => ({
      client_assertion_type: CLIENT_ASSERTION_TYPE,
      client_assertion: signed(
        { typ: 'JWT', kid: 'k' },
        { iss: 'registered', sub: 'registered', aud: PUBLIC_URL, exp: now / 1000 + 60, ...payload },
        registered,
      ),
    }),
    keyProof: (nonce, payload = {}, header = {}) => {
      const head = { typ: 'openid4vci-proof+jwt', jwk: { ...wallet.jwk }, ...header };
      return signed(head, { aud: PUBLIC_URL, nonce, ...payload }, wallet);
    },
    present: (session, progress = VERIFIED) => change(session, (document) => presentedIn(document, progress)),
    stored,
    change,
    hook: (session) => change(session, (document) => ({ ...document, webhooks: { outcome: 'sealed' } })),
  };
}

/** The error of a refused request. */
export async function refusal(answer: Promise<unknown>): Promise<ProtocolError> {
  const error = await answer.then(
    () => assert.fail('it was answered'),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ProtocolError)) throw error;
  return error;
}

function writeConfiguration(folder: string): void {
  mkdirSync(join(folder, 'issuance'));
  for (const [id, more] of Object.entries(configurations)) {
    const written = { config: { format: 'dc+sd-jwt' }, disclosureFrame: {}, ...more };
    writeFileSync(join(folder, 'issuance', `${id}.json`), JSON.stringify(written));
  }
  const client = {
    client_id: 'registered',
    redirect_uris: [REDIRECT_URI],
    jwks: { keys: [{ ...registered.jwk, kid: 'k' }] },
  };
  writeFileSync(join(folder, 'wallets.json'), JSON.stringify({ clients: [client] }));
}

function dependenciesOf(platform: Platform, outbound: Outbound): World['dependencies'] {
  const { of: clientsOf } = createWalletClients(platform, createStoredWallets(platform));
  const challenges = createAttestationChallenges(platform);
  const statusOf = createStatusLookup({ ...platform, outbound });
  const trustAnchors = createTrustAnchors(platform, createStoredAnchors(platform));
  const listedAnchors = { expectsAttestedWallets: async () => false, isUndecided: async () => false };
  const configurations = createConfigurations(platform);
  return {
    platform,
    reports: newReports(),
    configurations,
    settleClaims: createSettleClaims({ platform, configurations }),
    arrivals: createArrivals(),
    attributeProviders: () => undefined,
    clients: createClientAuthentication(platform, clientsOf),
    attestations: createClientAttestations({
      platform,
      clientsOf,
      trustAnchors,
      listedAnchors,
      statusOf,
      challenges,
    }),
    dpop: createDpop(platform),
    nonces: createCredentialNonces(platform),
    brandOf: createBrandOf(platform, async () => undefined),
    external: { of: () => undefined, key: async () => undefined },
    signIn: createSignIn(platform, { environment: {}, outbound }),
    requirementsOf: platform.requirementsOf,
    encryptionKeys: createEncryptionKeys(platform),
    trustAnchors,
    listedAnchors,
    statusOf: async ({ reference: { idx } }) => (idx === REVOKED ? { state: 'invalid', value: 1 } : { state: 'valid' }),
  };
}

/** An index of foreign status lists whose entry is invalid; all others are valid. */
export const REVOKED = 666;

const VERIFIED: PresentationProgress = {
  state: 'verified',
  verifiedAt: NOW,
  answerHash: sha256('answer'),
  presentationSession: { hash: sha256('presented'), sealed: 's' },
};

function presentedIn(document: IssuanceSession, progress: PresentationProgress): SessionDocument {
  const attempt = attemptOf(document.issuance);
  assert.ok(attempt !== undefined);
  const { requestId: requestHash, configurationId } = attempt;
  const part = { configurationId, requestHash, stateHash: 'h', nonce: 'n', sealedRequest: 's', failures: 0, progress };
  return { ...document, presentation: part };
}

/** Fake responses of verifier and status service. A repeated allocation returns the same entries, as the real one. */
function fakeServices(): (operation: string, request: OperationRequest) => Json {
  const allocated = new Map<string, Json>();
  let next = 0;
  return (operation, { body }) => {
    if (operation === 'verifier.configuration.exists') return { exists: true };
    if (operation !== 'status.allocate') throw new Error(`Nothing here answers ${operation}`);
    const { request, count } = body as { request: string; count: number };
    const before = allocated.get(request);
    if (before !== undefined) return before;
    const entries = Array.from({ length: count }, () => ({ uri: `${PUBLIC_URL}/list`, idx: next++ }));
    allocated.set(request, { entries });
    return { entries };
  };
}
