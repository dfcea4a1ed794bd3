/** Shared by both grants: the access token and its response. */
import { newReference } from '@countersign/shared/crypto/wallet-reference';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { Grant } from '@countersign/shared/model/session/issuance-part';
import type { Platform } from '@countersign/shared/runtime/service';
import type { CheckedClient } from '../client/client-authentication.ts';
import type { CheckedDpop } from '../client/dpop/dpop.ts';
import type { Received } from '../client/received.ts';
import { parseAuthorizationDetails, type RequestingClient } from '../client/wallet-parameters.ts';
import type { FoundSession } from '../session/issuance-session.ts';

/** A token request that has passed its checks. */
export interface Redemption extends Received {
  readonly client: CheckedClient | undefined;
  /** Marked as used right before the redeeming write. */
  readonly proof: CheckedDpop | undefined;
  /** The session that the code names. */
  readonly found: FoundSession;
}

export interface Covered {
  readonly configurationIds: readonly string[];
  readonly authorizationDetails: boolean;
}

export interface NewToken {
  readonly token: string;
  readonly tokenHash: string;
}

interface WithPlatform {
  readonly platform: Pick<Platform, 'settings' | 'clock'>;
}

/** Creates a token with the handle of the session and a secret; only its hash is stored. */
export function newToken(platform: Pick<Platform, 'random'>, handle: string): NewToken {
  const reference = newReference(handle, platform.random);
  return { token: reference.text, tokenHash: reference.hash };
}

/** A token's grant. */
export function newGrant(
  { platform, client, proof }: Pick<Redemption, 'client' | 'proof'> & WithPlatform,
  token: NewToken,
  covered: Covered,
  from: Pick<
    Grant,
    'codeHash' | 'redeemedAt' | 'redemptionHash' | 'requestId' | 'refreshId' | 'waitsUntil' | 'sealedWalletStatus'
  > = {},
): Grant {
  const { settings, clock } = platform;
  // OpenID4VCI 1.0, 13.10: more than 300 s only for a sender-constrained token.
  const ttl = proof === undefined ? settings.TOKEN_TTL_BEARER : settings.TOKEN_TTL_DPOP;
  return {
    tokenHash: token.tokenHash,
    expiresAt: clock() + ttl * 1000,
    ...covered,
    ...(client === undefined ? {} : { clientId: client.clientId }),
    ...(proof === undefined ? {} : { dpopJkt: proof.jkt }),
    ...instanceOf(client),
    ...from,
  };
}

/** The wallet instance of an attested client, as transitions compare it. */
export function instanceOf(client: RequestingClient | undefined): Pick<Grant, 'instanceJkt'> {
  const instanceJkt = client?.attestation?.instanceJkt;
  return instanceJkt === undefined ? {} : { instanceJkt };
}

/**
 * Narrows the authorized configurations to the authorization_details of the token request (RFC 9396, 6).
 * @throws ProtocolError `invalid_authorization_details`
 */
export function narrowed({ parameters, issuer }: Pick<Redemption, 'parameters' | 'issuer'>, covered: Covered): Covered {
  const requested = parseAuthorizationDetails(parameters.authorization_details, issuer);
  if (requested === undefined) return covered;
  if (!requested.every((id) => covered.configurationIds.includes(id))) {
    const facts = { received: requested, configurationIds: covered.configurationIds };
    throw new ProtocolError('invalid_authorization_details', 'The request exceeds the authorization', {
      reason: 'scope_exceeded',
      facts,
    });
  }
  return { configurationIds: requested, authorizationDetails: true };
}

/** The token response (RFC 6749, 5.1; OpenID4VCI 1.0, 6.2). */
export function tokenAnswer(token: string, grant: Grant, now: number): JsonObject {
  return {
    access_token: token,
    token_type: grant.dpopJkt === undefined ? 'Bearer' : 'DPoP',
    expires_in: Math.floor((grant.expiresAt - now) / 1000),
    // Only if the wallet used them: they would oblige any other wallet to request by identifier.
    ...(grant.authorizationDetails
      ? {
          authorization_details: grant.configurationIds.map((id) => ({
            type: 'openid_credential',
            credential_configuration_id: id,
            credential_identifiers: [id],
          })),
        }
      : {}),
  };
}
