/**
 * POST credential (OpenID4VCI 1.0, 8). The order is what makes it right under crashes: checks, claims, indexes
 * (idempotent on the proofs), nonce mark, record, sign, answer. A 503 of the status service burns no nonce; a
 * credential that left is always recorded; a crash costs an index, never a duplicate.
 */
import { createHash } from 'node:crypto';
import type { PublicJwk } from '@countersign/shared/crypto/keys';
import { issueSdJwtVc } from '@countersign/shared/crypto/sd-jwt-issue';
import { ProtocolError } from '@countersign/shared/errors';
import { bodyObject, type Operation, type OperationRequest, onBehalfOf } from '@countersign/shared/http/message';
import { credentialIssuer } from '@countersign/shared/identifiers';
import { type JsonObject, parseJson } from '@countersign/shared/json';
import type { Platform } from '@countersign/shared/runtime/service';
import type { IssuedCredential } from '@countersign/shared/store/sessions';
import { type Authorized, authorizeByToken } from './access-token.ts';
import { type OfferedIssuance, resolveClaims, resolveLifetime } from './claims.ts';
import { SchemaTimeout } from './claims-schema.ts';
import type { Configurations } from './configurations.ts';
import type { CredentialNonces } from './credential-nonce.ts';
import type { Dpop } from './dpop.ts';
import { changeIssuance, issuanceEvent } from './issuance-session.ts';
import type { Configuration } from './listed-configuration.ts';
import { offeredIssuance } from './offer-check.ts';
import { type CredentialPayload, credentialPayload } from './protocol/credential-payload.ts';
import { type CredentialRequest, parseCredentialRequest } from './protocol/credential-request.ts';
import { fail, recordCredentials } from './protocol/issuance-state.ts';
import { verifyKeyProofs } from './protocol/key-proof.ts';

export interface CredentialDependencies {
  readonly platform: Platform;
  readonly configurations: Configurations;
  readonly nonces: CredentialNonces;
  readonly dpop: Dpop;
}

interface StatusReference {
  readonly uri: string;
  readonly idx: number;
}

/** Answers `{credentials, notification_id, c_nonce, c_nonce_expires_in}`. */
export function credentialEndpoint(dependencies: CredentialDependencies): Operation {
  const { platform, nonces, dpop } = dependencies;
  return async (request) => {
    const authorized = await authorizeByToken(platform, dpop, request);
    if (authorized.session.issuance.progress.state === 'failed') throw denied();
    const asked = parseCredentialRequest(bodyObject(request), platform.settings.BATCH_SIZE);
    const configuration = await requestedConfiguration(dependencies, authorized, asked);
    const proofs = verifyKeyProofs({
      proofs: asked.proofs,
      issuer: credentialIssuer(platform.settings.PUBLIC_URL, request.tenant),
      now: platform.clock(),
      ...(authorized.grant.clientId === undefined ? {} : { clientId: authorized.grant.clientId }),
      nonceAlive: await nonces.aliveCheck(request.tenant),
    });
    const payloads = await resolvedPayloads(platform, authorized, configuration, proofs.keys);
    const statuses = await allocate(platform, request, authorized, configuration, asked);
    if (!(await nonces.use(request.tenant, proofs.nonce))) {
      throw new ProtocolError('invalid_nonce', 'The nonce is not valid any more; fetch a new one');
    }
    const notificationId = platform.random(16).toString('base64url');
    await record(platform, authorized, configuration, statuses, notificationId);
    const credentials = await sign(platform, request.tenant, configuration, payloads(statuses));
    const dpopNonce = authorized.grant.dpopJkt === undefined ? undefined : await dpop.offerNonce(request.tenant);
    return {
      body: {
        credentials: credentials.map((credential) => ({ credential })),
        notification_id: notificationId,
        // Some wallets take the nonce of their next request only from here.
        c_nonce: await nonces.create(request.tenant),
        c_nonce_expires_in: platform.settings.NONCE_TTL,
      },
      headers: dpopNonce === undefined ? {} : { 'dpop-nonce': dpopNonce },
    };
  };
}

/** OpenID4VCI 1.0, 8.2 and 8.3.1.2. */
async function requestedConfiguration(
  { configurations }: CredentialDependencies,
  { session, grant }: Authorized,
  asked: CredentialRequest,
): Promise<Configuration> {
  // Identifiers are handed out only with authorization_details, and are then those of the configurations.
  if (
    asked.by === 'credential_identifier' &&
    !(grant.authorizationDetails && grant.configurationIds.includes(asked.id))
  ) {
    throw new ProtocolError('unknown_credential_identifier', 'The credential identifier is unknown');
  }
  const configuration = await configurations.get(session.tenant, asked.id);
  if (configuration === undefined) {
    throw new ProtocolError('unknown_credential_configuration', 'The credential configuration is unknown');
  }
  if (!grant.configurationIds.includes(asked.id)) {
    throw new ProtocolError('credential_request_denied', 'The access token does not cover this credential');
  }
  return configuration;
}

/**
 * Claims by precedence, checked against the schema on the payload that will be signed.
 * @returns makes the payloads once the status references are known
 */
async function resolvedPayloads(
  platform: Platform,
  { session }: Authorized,
  configuration: Configuration,
  keys: readonly PublicJwk[],
): Promise<(statuses: readonly StatusReference[]) => readonly CredentialPayload[]> {
  const vault = await platform.vaults.of(session.tenant);
  const kept = parseJson(vault.open(session.issuance.sealedRequest, `session/${session.id}/request`)) as JsonObject;
  const offered: OfferedIssuance = offeredIssuance(kept);
  const lifetime = resolveLifetime(configuration, offered);
  const now = platform.clock();
  const issuer = credentialIssuer(platform.settings.PUBLIC_URL, session.tenant);
  const payloads = (statuses: readonly StatusReference[]): readonly CredentialPayload[] =>
    keys.map((key, index) => {
      const status = statuses[index];
      if (status === undefined) throw new Error('The status service gave fewer indexes than asked for');
      const claims = resolveClaims(configuration, offered);
      const end = lifetime === undefined ? {} : { lifetime };
      return credentialPayload({ issuer, vct: configuration.vct, claims, key, status, now, ...end });
    });
  const sample = payloads(keys.map(() => ({ uri: issuer, idx: 0 })));
  if (!fits(configuration, sample)) {
    const reason = 'claims_invalid';
    await changeIssuance(platform, session, (part) => {
      const failed = fail(part, reason);
      const events = failed === part ? [] : [issuanceEvent(platform, session, 'issuance.failed.v1', { reason })];
      return { issuance: failed, events };
    });
    throw denied();
  }
  return payloads;
}

/** One check serves all: the payloads of a batch differ in key and status only. */
function fits(configuration: Configuration, payloads: readonly JsonObject[]): boolean {
  const first = payloads[0];
  if (configuration.validate === undefined || first === undefined) return true;
  try {
    return configuration.validate(first);
  } catch (error) {
    if (error instanceof SchemaTimeout) return false;
    throw error;
  }
}

async function allocate(
  platform: Platform,
  request: OperationRequest,
  { session }: Authorized,
  configuration: Configuration,
  asked: CredentialRequest,
): Promise<readonly StatusReference[]> {
  const hash = createHash('sha256').update(JSON.stringify([session.id, configuration.id, asked.proofs]));
  const reply = await platform.call(
    'status.allocate',
    // Idempotent on the hash of the proofs.
    onBehalfOf(request, {
      method: 'PUT',
      tenant: session.tenant,
      encoding: 'json',
      body: {
        session: session.id,
        configuration: configuration.id,
        request: hash.digest('base64url'),
        count: asked.proofs.length,
      },
    }),
  );
  return (reply.body as unknown as { entries: readonly StatusReference[] }).entries;
}

async function record(
  platform: Platform,
  { session, grant }: Authorized,
  configuration: Configuration,
  statuses: readonly StatusReference[],
  notificationId: string,
): Promise<void> {
  const now = platform.clock();
  const credentials = statuses.map(
    (status): IssuedCredential => ({ configurationId: configuration.id, issuedAt: now, status, notificationId }),
  );
  const data = { configuration: configuration.id, notification: notificationId };
  const stored = await changeIssuance(platform, session, (part) => ({
    issuance: recordCredentials(part, grant.tokenHash, now, credentials),
    events: [issuanceEvent(platform, session, 'credential.issued.v1', data)],
  }));
  if (stored === undefined) {
    throw new ProtocolError('invalid_token', 'The access token is unknown, revoked or expired');
  }
}

async function sign(
  platform: Platform,
  tenant: string,
  configuration: Configuration,
  payloads: readonly CredentialPayload[],
): Promise<readonly string[]> {
  const key = await platform.keys.signer(tenant, 'credential');
  const { disclosureFrame } = configuration;
  return Promise.all(
    payloads.map((payload) => issueSdJwtVc({ payload, disclosureFrame, key, random: platform.random })),
  );
}

/** Final: the wallet need not try again. */
function denied(): ProtocolError {
  return new ProtocolError('credential_request_denied', 'The credential can not be issued');
}
