/** POST presentation request: the backend asks, a session begins (OpenID4VP 1.0, 5). */
import { isoTime } from '@countersign/shared/clock';
import { type AgreementJwk, generateAgreementJwk } from '@countersign/shared/crypto/generate-key';
import type { SigningKey } from '@countersign/shared/crypto/keys';
import { newHandle, newReference } from '@countersign/shared/crypto/wallet-reference';
import { type FieldError, ProtocolError } from '@countersign/shared/errors';
import { bodyObject, type Operation } from '@countersign/shared/http/message';
import { checkRedirectUri, leadsTo } from '@countersign/shared/http/redirect-uri';
import { webhookFindings } from '@countersign/shared/http/webhook-config';
import { credentialIssuer } from '@countersign/shared/identifiers';
import { isObject, type Json, type JsonObject } from '@countersign/shared/json';
import { randomId } from '@countersign/shared/random';
import type { Platform } from '@countersign/shared/runtime/service';
import type { Settings } from '@countersign/shared/settings';
import { type PresentationPart, sessions } from '@countersign/shared/store/sessions';
import type { Configuration, Configurations } from './configurations.ts';
import type { ResponseMode } from './protocol/authorization-response.ts';
import { requestLink } from './protocol/request-link.ts';
import { encodeTransactionData } from './protocol/transaction-data.ts';
import { x509HashClientId, x509SanDnsClientId } from './protocol/verifier-identity.ts';
import { sealResponseKey } from './response-key.ts';
import { type SealedRequest, sealRequest } from './sealed-request.ts';

/** Makes a session and its request; answers `{session, link, expiresAt}`. */
export function createRequest(platform: Platform, configurations: Configurations): Operation {
  const { settings, store, vaults, keys, clock, random } = platform;
  const warn = warnOnce(platform);
  return async (request) => {
    const { tenant } = request;
    const body = bodyObject(request);
    const configuration = await requestedConfiguration(configurations, tenant, body.requestId);
    const asked = checkRequest(body, configuration, settings);
    if (configuration.registrationCertificate === undefined) warn(tenant, configuration);
    const now = clock();
    const id = randomId(random);
    const handle = newHandle(random);
    const [url, state] = [newReference(handle, random), newReference(handle, random)];
    const encryption = asked.responseMode === 'direct_post.jwt' ? encryptionKey(handle, random) : undefined;
    const issuer = credentialIssuer(settings.PUBLIC_URL, tenant);
    const requestUri = `${issuer}/oid4vp/request/${configuration.id}/${url.text}`;
    const clientId = clientIdentifier(settings, await keys.signer(tenant, 'request'), issuer);
    const vault = await vaults.of(tenant);
    const webhook = isObject(body.webhook) ? body.webhook : configuration.webhook;
    const presentation: PresentationPart = {
      configurationId: configuration.id,
      requestHash: url.hash,
      stateHash: state.hash,
      ...(encryption === undefined ? {} : { keyIdHash: encryption.hash }),
      nonce: randomId(random),
      sealedRequest: sealRequest(vault, id, {
        requestUri,
        clientId,
        responseMode: asked.responseMode,
        state: state.text,
        ...(encryption === undefined ? {} : { encryptionKey: encryption.publicKey }),
        dcqlQuery: configuration.dcqlQuery,
        transactionData: asked.transactionData,
        ...(configuration.registrationCertificate === undefined
          ? {}
          : { registrationCertificate: configuration.registrationCertificate }),
        ...(asked.redirectUri === undefined ? {} : { redirectUri: asked.redirectUri }),
        ...(configuration.statusUnreachable === undefined
          ? {}
          : { statusUnreachable: configuration.statusUnreachable }),
      }),
      ...(encryption === undefined ? {} : { sealedKey: sealResponseKey(vault, id, encryption.privateKey) }),
      failures: 0,
      progress: { state: 'created' },
    };
    const expiresAt = now + asked.ttl * 1000;
    const stored = await store.insert(sessions, {
      id,
      tenant,
      kind: 'presentation',
      createdAt: now,
      updatedAt: now,
      expiresAt,
      ...(encryption === undefined ? {} : { responseKeyUntil: expiresAt }),
      handle,
      ...(typeof body.state === 'string' ? { state: body.state } : {}),
      status: 'created',
      presentation,
      ...(webhook === undefined
        ? {}
        : { webhooks: { result: vault.seal(JSON.stringify(webhook), `session/${id}/webhook/result`) } }),
      pendingDeliveries: [],
      outbox: [],
    });
    // 256 and 128 random bits: taken means that the randomness is broken, which must not be papered over.
    if (stored === undefined) throw new Error('A fresh session id is taken already');
    const link = requestLink({ scheme: settings.REQUEST_SCHEME, clientId, requestUri });
    return { body: { session: id, link, expiresAt: isoTime(stored.expiresAt) } };
  };
}

/** The client identifier under which requests are signed with this key. */
export function clientIdentifier(settings: Settings, key: SigningKey, issuer: string): string {
  const [leaf = ''] = key.x5c;
  return settings.CLIENT_ID_PREFIX === 'x509_hash' ? x509HashClientId(leaf) : x509SanDnsClientId(leaf, issuer);
}

async function requestedConfiguration(
  configurations: Configurations,
  tenant: string,
  id: Json | undefined,
): Promise<Configuration> {
  const configuration = typeof id === 'string' ? await configurations.get(tenant, id) : undefined;
  if (configuration !== undefined) return configuration;
  const errors = [{ pointer: '/requestId', detail: 'There is no usable configuration of this id' }];
  throw new ProtocolError('not_found', 'There is no usable presentation configuration of this id', { errors });
}

interface Asked {
  readonly responseMode: ResponseMode;
  /** Seconds. */
  readonly ttl: number;
  readonly transactionData: readonly string[];
  readonly redirectUri?: string;
}

/** @throws ProtocolError `invalid_request` with all findings */
function checkRequest(body: JsonObject, { query }: Configuration, settings: Settings): Asked {
  const encoded = encodeTransactionData(Array.isArray(body.transaction_data) ? body.transaction_data : [], query);
  const most = settings.SESSION_TTL;
  const { expiresIn = Math.min(settings.REQUEST_TTL, most), redirectUri } = body;
  const ttl = typeof expiresIn === 'number' && Number.isInteger(expiresIn) ? expiresIn : 0;
  const errors: FieldError[] = [
    ...(encoded.ok ? [] : encoded.errors),
    ...(body.webhook === undefined ? [] : webhookFindings(body.webhook, '/webhook', settings.OUTBOUND_ALLOW)),
    ...(ttl < 1 || ttl > most
      ? [{ pointer: '/expiresIn', detail: `expiresIn is a whole number of seconds from 1 to ${most}` }]
      : []),
    ...(typeof redirectUri === 'string' ? redirectFindings(redirectUri, settings.REDIRECT_ALLOW) : []),
  ];
  if (errors.length > 0 || !encoded.ok) {
    throw new ProtocolError('invalid_request', 'The presentation request is not valid', { errors });
  }
  return {
    responseMode: body.response_mode === 'direct_post' ? 'direct_post' : 'direct_post.jwt',
    ttl,
    transactionData: encoded.transactionData,
    ...(typeof redirectUri === 'string' ? { redirectUri } : {}),
  };
}

/** What a wallet opens in a browser: nothing that runs there (VP 1.0, 8.2), and nothing outside of what is named. */
function redirectFindings(uri: string, allowed: readonly string[]): readonly FieldError[] {
  const pointer = '/redirectUri';
  try {
    checkRedirectUri(uri, undefined);
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return [{ pointer, detail: 'redirectUri is an https URL, a loopback address or a private scheme' }];
  }
  return leadsTo(uri, allowed) ? [] : [{ pointer, detail: 'redirectUri does not lead to a host of REDIRECT_ALLOW' }];
}

interface EncryptionKey {
  readonly publicKey: NonNullable<SealedRequest['encryptionKey']>;
  /** Of the `kid`. */
  readonly hash: string;
  readonly privateKey: AgreementJwk;
}

/** HAIP 1.0, 5: a key of this request alone. Its id finds the session again. */
function encryptionKey(handle: string, random: Platform['random']): EncryptionKey {
  const { text: kid, hash } = newReference(handle, random);
  const privateKey = generateAgreementJwk();
  const { d: _, ...jwk } = privateKey;
  return { publicKey: { kid, jwk }, hash, privateKey };
}

/** Wallets of the EU warn where there is no registration certificate; the operator is told once per configuration. */
function warnOnce({ log }: Platform): (tenant: string, configuration: Configuration) => void {
  const told = new Set<string>();
  return (tenant, { id, version }) => {
    const key = `${tenant}/${id}/${version}`;
    if (told.has(key)) return;
    told.add(key);
    log.warn('Presentation configuration without a registration certificate', { tenant, configuration: id });
  };
}
