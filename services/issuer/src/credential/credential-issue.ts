/** Issues credentials: claims, status indexes, signatures. */

import type { IssuedFormat } from '@countersign/shared/configuration-documents/credential-entry';
import type { PublicJwk } from '@countersign/shared/crypto/keys';
import { hashOf } from '@countersign/shared/crypto/sha256';
import { type OperationRequest, onBehalfOf } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Json } from '@countersign/shared/kernel/json';
import { expiredFact } from '@countersign/shared/kernel/reasons/expired-fact';
import type { Reasoned } from '@countersign/shared/kernel/reasons/reasons';
import type { AllocationRequest } from '@countersign/shared/messages/allocation-request';
import type { IssuedCredential } from '@countersign/shared/model/session/issuance-part';
import type { Platform } from '@countersign/shared/runtime/service';
import { claimsFinding } from '../claims/claims-finding.ts';
import { denied, type WebhookClaims } from '../claims/claims-wait.ts';
import { openOffered } from '../claims/offered-issuance.ts';
import { refusedClaims } from '../claims/refused-issuance.ts';
import { reportInvalidClaims } from '../claims/settle-claims.ts';
import { type OfferedIssuance, resolveClaims, resolveLifetime } from '../configuration/claims.ts';
import type { Configuration } from '../configuration/listed-configuration.ts';
import { signerPlace } from '../configuration/mdoc-signer.ts';
import { lifeEndWithoutStatus } from '../configuration/short-lived.ts';
import type { AttestationStatus } from '../session/attestation-status.ts';
import { failIssuance } from '../session/ending-transitions.ts';
import { grantOf } from '../session/grant.ts';
import { changeIssuance } from '../session/issuance-session.ts';
import type { IssuanceSession } from '../session/issuance-transition.ts';
import type { ChainedStatuses } from './chained-statuses.ts';
import { mdocCredentials } from './mdoc-credentials.ts';
import { noteActive } from './note-active.ts';
import { noteRenewable } from './note-renewable.ts';
import { sdJwtCredentials } from './sd-jwt-credentials.ts';
import type { CredentialsToSign, SignableCredentials, StatusPlace, StatusReference } from './signable-credentials.ts';
import { w3cCredentials } from './w3c-credentials.ts';

/** The inputs of the credentials of one request. */
export interface CredentialRequestContext {
  readonly session: IssuanceSession;
  readonly configuration: Configuration;
  readonly keys: readonly PublicJwk[];
  /** Digests of the keys. */
  readonly holders: readonly string[];
  readonly claims: WebhookClaims;
  /** Status of the attested keys. */
  readonly statuses: readonly AttestationStatus[];
  /** Revoking one of these revokes the credentials. */
  readonly chained?: ChainedStatuses | undefined;
  readonly notes?: Reasoned[];
  /** True if the wallet receives no notification id. */
  readonly unreported?: boolean;
}

interface Maker<C> {
  make(platform: Platform, configuration: C, given: CredentialsToSign): Awaitable<SignableCredentials>;
}

type Awaitable<T> = T | Promise<T>;

/** How each format's credentials are made. */
const rows: { readonly [F in IssuedFormat]: Maker<Extract<Configuration, { readonly format: F }>> } = {
  'dc+sd-jwt': { make: sdJwtCredentials },
  mso_mdoc: { make: mdocCredentials },
  jwt_vc_json: { make: w3cCredentials },
};
const makers: Readonly<Record<IssuedFormat, Maker<Configuration>>> = rows;

/**
 * Resolves claims by precedence, checks them as they would be signed, and notes the credential for its renewals.
 * Invalid claims end the issuance.
 * @throws ProtocolError `credential_request_denied`
 */
export async function prepareCredentials(
  platform: Platform,
  { session, configuration, keys, claims: given, statuses, chained, notes, unreported }: CredentialRequestContext,
): Promise<SignableCredentials> {
  const { tenant } = session;
  const vault = await platform.vaults.of(tenant);
  const offered: OfferedIssuance = {
    ...openOffered(vault, session),
    ...(given.state === 'ready' ? { webhook: given.webhook } : {}),
  };
  const lifetime = resolveLifetime(configuration, offered);
  const claims = resolveClaims(configuration, offered);
  const now = platform.clock();
  const [key] = keys;
  const place = configuration.needsSignerPlace === true ? await signerPlace(platform, tenant, configuration) : {};
  const check = { configuration, offered, ...place, ...(key === undefined ? {} : { key }) };
  const finding = claimsFinding(platform, tenant, check);
  if (finding !== undefined) {
    const sealedDescription = reportInvalidClaims(platform, vault, { session, finding, given: offered.webhook });
    await changeIssuance(platform, session, (present) =>
      failIssuance(present, { reason: 'claims_invalid', sealedDescription }),
    );
    throw denied(refusedClaims(configuration.id, finding));
  }
  // Applies even if an offer was created with a longer lifetime before the configuration changed to one without a
  // status.
  const { withoutStatus: longest } = configuration;
  const before = longest === undefined ? chained?.before : lifeEndWithoutStatus(now, longest);
  const signable = await makers[configuration.format].make(platform, configuration, {
    tenant,
    claims,
    keys,
    now,
    notes,
    ...(lifetime === undefined ? {} : { lifetime }),
    ...(before === undefined ? {} : { before }),
  });
  const { exp } = signable;
  if (exp !== undefined && exp * 1000 <= now) throw endsTooEarly(exp * 1000, now);
  const about = { session, configuration, claims, statuses };
  await noteRenewable(platform, vault, { ...about, ...(exp === undefined ? {} : { exp }) });
  const { id, oneActive } = configuration;
  if (oneActive !== undefined) {
    const one = { session, configuration: { id, oneActive }, claims, unreported };
    await noteActive(platform, vault, { ...one, ...(exp === undefined ? {} : { exp }) });
  }
  return signable;
}

/** A credential that ends before its wallet's status would have no life. */
function endsTooEarly(end: number, now: number): ProtocolError {
  return new ProtocolError('credential_request_denied', 'The status of the wallet or its keys expires too soon', {
    reason: 'attestation_status_ends',
    facts: expiredFact(end, now),
  });
}

export interface StatusAllocation {
  /** End of the credentials, seconds. */
  readonly exp: number | undefined;
  /** The proofs of the request, or its deferral. */
  readonly cause: string | readonly string[];
}

/**
 * Allocates status indexes. Idempotent on `cause`. @returns the valid ones, written; none for credentials without a
 * status
 */
export async function allocateStatus(
  platform: Platform,
  request: OperationRequest,
  { session, configuration, keys, chained }: CredentialRequestContext,
  { exp, cause }: StatusAllocation,
): Promise<readonly StatusPlace[]> {
  if (configuration.withoutStatus !== undefined) return keys.map(() => undefined);
  const hash = hashOf(JSON.stringify([session.id, configuration.id, cause]));
  const body: AllocationRequest = {
    session: session.id,
    ...renewedFrom(session),
    configuration: configuration.id,
    request: hash,
    ...(configuration.keySet === undefined ? {} : { keySet: configuration.keySet }),
    count: keys.length,
    ...(chained === undefined ? {} : { chain: chainOf(chained, exp) }),
  };
  const reply = await platform.call(
    'status.allocate',
    // Idempotent on the hash.
    onBehalfOf(request, {
      method: 'PUT',
      tenant: session.tenant,
      encoding: 'json',
      body,
    }),
  );
  return referencesOf(reply.body);
}

function referencesOf(body: Json | undefined): readonly StatusReference[] {
  return (body as unknown as { entries: readonly StatusReference[] }).entries;
}

/** The session that renews the credentials, if they may be renewed, so that a revocation ends that too. */
function renewedFrom({ id, firstSession, issuance }: IssuanceSession): { readonly firstSession?: string } {
  if (grantOf(issuance.progress)?.refreshId === undefined) return {};
  return { firstSession: firstSession ?? id };
}

/** A repeated request may have a later `exp`, because it is rounded to hours. */
const MARGIN = 86_400_000;

function chainOf({ statuses }: ChainedStatuses, exp: number | undefined): NonNullable<AllocationRequest['chain']> {
  return {
    statuses: statuses.map(({ uri, idx, of }) => ({ uri, idx, of })),
    ...(exp === undefined ? {} : { until: exp * 1000 + MARGIN }),
  };
}

/** The record of credentials, stored before they are sent. */
export function issuedCredentials(
  { configuration, holders }: Pick<CredentialRequestContext, 'configuration' | 'holders'>,
  statuses: readonly StatusPlace[],
  notificationId: string,
  now: number,
): readonly IssuedCredential[] {
  return statuses.map((status, place) => ({
    configurationId: configuration.id,
    issuedAt: now,
    ...(status === undefined ? {} : { status }),
    notificationId,
    ...(configuration.oneActive === undefined ? {} : { oneActive: true as const }),
    ...(holders[place] === undefined ? {} : { holder: holders[place] }),
  }));
}
