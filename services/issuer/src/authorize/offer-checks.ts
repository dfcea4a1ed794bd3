/** What an authorization must satisfy against its offer. */

import { sameHash } from '@countersign/shared/crypto/wallet-reference';
import { isWorking } from '@countersign/shared/flow-config/listed';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { expiredFact } from '@countersign/shared/kernel/reasons/expired-fact';
import type { Reasoned } from '@countersign/shared/kernel/reasons/reasons';
import { missingFacts } from '../client/missing-parameter.ts';
import type { Received } from '../client/received.ts';
import {
  parseAuthorizationDetails,
  requestedConfigurations,
  text,
  type WalletParameters,
} from '../client/wallet-parameters.ts';
import type { CredentialConfiguration } from '../configuration/credential-configuration.ts';
import type { Configuration } from '../configuration/listed-configuration.ts';
import { unknownIssuerState } from '../session/authorization-transitions.ts';
import { findSession } from '../session/issuance-session.ts';
import type { IssuanceSession } from '../session/issuance-transition.ts';

/** docs/reference/http-api.yaml, challenge endpoint: an initial challenge has an `issuer_state`. @throws ProtocolError `invalid_request` */
export function checkChallengeIssuerState({ parameters }: WalletParameters): void {
  if (text(parameters, 'issuer_state') === undefined) throw issuerStateMissing(parameters);
}

/** The error of a challenge without an offer. */
export function issuerStateMissing(parameters: JsonObject): ProtocolError {
  const facts = missingFacts(parameters, 'issuer_state');
  return new ProtocolError('invalid_request', 'issuer_state is missing', { reason: 'issuer_state_missing', facts });
}

/**
 * OpenID4VCI 1.0, 5.1.3: `issuer_state` must identify an offer of this tenant that is still open.
 * @throws ProtocolError `invalid_request`
 */
export async function checkOpenOffer({
  platform,
  request,
  reports,
  issuerState,
}: Pick<Received, 'platform' | 'request' | 'reports'> & { readonly issuerState: string }): Promise<{
  readonly session: IssuanceSession;
}> {
  const found = await findSession(platform, { request, reports }, issuerState);
  if (
    found === undefined ||
    found.session.issuance.flow !== 'authorization_code' ||
    !sameHash(found.session.issuance.grantHash, found.hash)
  ) {
    throw unknownIssuerState({ reason: 'issuer_state_unknown' });
  }
  const { session } = found;
  const now = platform.clock();
  if (now >= session.expiresAt) {
    throw unknownIssuerState({ reason: 'issuer_state_expired', facts: expiredFact(session.expiresAt, now) });
  }
  return { session };
}

/** The configurations that an authorization request names, and whether it named them by `authorization_details`. */
export interface RequestedConfigurations {
  readonly requested: { readonly ids: readonly string[]; readonly details: boolean };
}

/**
 * OpenID4VCI 1.0, 5.1.1 and 5.1.2: the requested configurations are part of the offer.
 * @throws ProtocolError `invalid_scope`, `invalid_authorization_details`
 */
export function checkRequestedConfigurations({
  parameters,
  offered,
  issuer,
}: WalletParameters & {
  readonly offered: readonly CredentialConfiguration[];
  readonly issuer: string;
}): RequestedConfigurations {
  return { requested: requestedConfigurations(parameters, offered, issuer) };
}

/**
 * OpenID4VCI 1.0, 5.1: a request without `issuer_state` may specify, by scope or authorization_details, only
 * configurations that allow wallets to start, and users must be able to sign in at the tenant.
 * @returns the configurations that allow wallets to start
 * @throws ProtocolError `access_denied`, `invalid_authorization_details`; `server_error` if the sign-in is broken
 */
export async function checkWalletInitiated({
  configurations,
  signIn,
  request,
  parameters,
  issuer,
}: Pick<Received, 'configurations' | 'signIn' | 'request' | 'parameters' | 'issuer'>): Promise<{
  readonly offered: readonly Configuration[];
}> {
  if ((await signIn.providers.of(request.tenant)) === undefined) {
    throw noOffer({ reason: 'issuer_state_missing', facts: missingFacts(parameters, 'issuer_state') });
  }
  const details = parseAuthorizationDetails(parameters.authorization_details, issuer) ?? [];
  const scopes = text(parameters, 'scope')?.split(' ') ?? [];
  const listed = await configurations.list(request.tenant);
  const all = listed.flatMap((one) => (isWorking(one) ? [one.configuration] : []));
  const named = all.filter(({ id, scope }) => details.includes(id) || scopes.includes(scope));
  if (named.length === 0 || named.some(({ walletInitiated }) => walletInitiated !== true)) {
    const facts = { received: [...details, ...scopes], configurationIds: named.map(({ id }) => id) };
    throw noOffer({ reason: 'configuration_needs_offer', facts });
  }
  return { offered: all.filter(({ walletInitiated }) => walletInitiated === true) };
}

function noOffer(why: Reasoned): ProtocolError {
  return new ProtocolError(
    'access_denied',
    'issuer_state is missing; issuance must start with a credential offer',
    why,
  );
}
