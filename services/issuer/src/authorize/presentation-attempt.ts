/** An attempt that requires a presentation first: its request, its reference, and its claims webhook. */

import { type NewReference, newReference } from '@countersign/shared/crypto/wallet-reference';
import { credentialIssuer } from '@countersign/shared/kernel/identifiers';
import { isObject, type Json, type JsonObject, parseJson } from '@countersign/shared/kernel/json';
import type { PresentationAttempt, RequestVerifier } from '@countersign/shared/model/session/issuance-part';
import { callsWebhooks } from '@countersign/shared/model/session/sessions';
import { linkMethod, requestLink, requestObjectUri } from '@countersign/shared/openid4vp/request-link';
import { clientIdentifier } from '@countersign/shared/openid4vp/verifier-identity';
import type { Platform } from '@countersign/shared/runtime/service';
import type { RequiredPresentation } from '../configuration/required-presentation.ts';
import type { AttemptStart } from '../session/authorization-transitions.ts';
import type { IssuanceSession } from '../session/issuance-transition.ts';

/** Seconds that an attempt and its presentation request live (API: 600 s). */
const AUTH_SESSION_TTL = 600;

export interface NewAttempt {
  /** The attempt to write. */
  readonly begun: AttemptStart;
  /** The attempt's reference: `auth_session`, or the reference that a browser follows. */
  readonly reference: string;
  /** The OpenID4VP request, a link that opens a wallet. */
  readonly link: string;
}

/**
 * Creates an attempt without storing it. The link is computed from settings, session and request id, so the verifier is
 * only called in a tenant with several access certificates.
 * @param browser the reference that a browser follows; without it the attempt belongs to a wallet with `auth_session`
 */
export async function newPresentationAttempt(
  platform: Platform,
  session: IssuanceSession,
  required: RequiredPresentation,
  browser?: NewReference,
): Promise<NewAttempt> {
  const { settings, clock, random, vaults } = platform;
  const { id, tenant, handle } = session;
  const own = browser ?? newReference(handle, random);
  const request = newReference(handle, random);
  const issuer = credentialIssuer(settings.PUBLIC_URL, tenant);
  const requestUri = requestObjectUri(issuer, required.configurationId, request.text);
  const verifier = await verifierOf(platform, session, required.configurationId);
  const vault = await vaults.of(tenant);
  const now = clock();
  const expiresAt = now + AUTH_SESSION_TTL * 1000;
  const named = offeredWebhook(vault.open(session.issuance.sealedRequest, `session/${id}/request`)) ?? required.webhook;
  const webhook = callsWebhooks(session) ? named : undefined;
  const attempt: PresentationAttempt = {
    channel: browser === undefined ? 'challenge' : 'browser',
    sessionHash: own.hash,
    requestId: request.hash,
    configurationId: required.configurationId,
    sealedRequestUri: vault.seal(requestUri, `session/${id}/presentation-request`),
    verifier,
    createdAt: now,
    expiresAt,
  };
  const claims = webhook && {
    deadline: expiresAt + settings.CLAIMS_DEADLINE * 1000,
    sealedWebhook: vault.seal(JSON.stringify(webhook), `session/${id}/webhook/claims`),
  };
  return {
    begun: { attempt, ...(claims === undefined ? {} : { claims }) },
    reference: own.text,
    link: linkTo(platform, tenant, { verifier, requestUri }),
  };
}

/** The link of an existing attempt: the same after the key of requests was replaced. */
export async function linkOfAttempt(
  platform: Platform,
  session: IssuanceSession,
  { sealedRequestUri, configurationId, verifier: kept }: PresentationAttempt,
): Promise<string> {
  const { id, tenant } = session;
  const vault = await platform.vaults.of(tenant);
  const requestUri = vault.open(sealedRequestUri, `session/${id}/presentation-request`);
  const verifier = kept ?? (await verifierOf(platform, session, configurationId));
  return linkTo(platform, tenant, { verifier, requestUri });
}

interface AttemptedRequest {
  readonly verifier: RequestVerifier;
  readonly requestUri: string;
}

function linkTo(
  { settings, requirementsOf }: Pick<Platform, 'settings' | 'requirementsOf'>,
  tenant: string,
  { verifier: { clientId }, requestUri }: AttemptedRequest,
): string {
  const { profile } = requirementsOf(tenant);
  return requestLink({ scheme: settings.REQUEST_SCHEME, clientId, requestUri, ...linkMethod(profile) });
}

/** The verifier signs the request later, perhaps after a key was replaced: it keeps to this client id, which the wallet has by then. */
async function verifierOf(
  platform: Platform,
  session: IssuanceSession,
  configurationId: string,
): Promise<RequestVerifier> {
  const { settings, keys, requirementsOf } = platform;
  const { tenant } = session;
  const keySet = await keySetOf(platform, session, configurationId);
  const issuer = credentialIssuer(settings.PUBLIC_URL, tenant);
  const key = await keys.signer(tenant, 'request', keySet);
  const clientId = clientIdentifier(requirementsOf(tenant), key, issuer);
  return { clientId, ...(keySet === undefined ? {} : { keySet }) };
}

/** The keys that sign the request determine its client id. Only a tenant with named sets calls the verifier. */
async function keySetOf(
  { requirementsOf, keys, call }: Platform,
  { id, tenant }: IssuanceSession,
  configurationId: string,
): Promise<string | undefined> {
  if (requirementsOf(tenant).hasKeySets === undefined && !(await keys.hasStoredSets(tenant))) return undefined;
  const asked = {
    id,
    tenant,
    method: 'GET',
    url: '',
    params: { id: configurationId },
    query: {},
    headers: {},
  } as const;
  const { body } = await call('verifier.configuration.purpose', { ...asked, body: undefined, encoding: 'none' });
  return isObject(body) && typeof body.keys === 'string' ? body.keys : undefined;
}

/** The offer's claims webhook, which replaces the configurations' one. */
function offeredWebhook(sealedRequest: string): JsonObject | undefined {
  const kept: Json = parseJson(sealedRequest);
  return isObject(kept) && isObject(kept.webhook) ? kept.webhook : undefined;
}
