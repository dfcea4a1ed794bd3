/** Members and headers of every response of the credential and deferred credential endpoints. */

import type { Arrivals } from '@countersign/shared/bus/arrivals';
import { encryptJwe } from '@countersign/shared/crypto/encrypt-jwe';
import type { OperationReply } from '@countersign/shared/http/message';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { Platform } from '@countersign/shared/runtime/service';
import type { Authorized } from '../access/token-checks.ts';
import type { AttributeProviders } from '../claims/attribute-providers.ts';
import type { SettleClaims } from '../claims/settle-claims.ts';
import type { ResourceServer } from '../client/received.ts';
import type { CredentialNonces } from './credential-nonce.ts';
import type { ResponseEncryption } from './response-encryption.ts';
import { hasOlderMembers } from './wallet-dialect.ts';

export interface CredentialDependencies extends ResourceServer {
  readonly nonces: CredentialNonces;
  readonly settleClaims: SettleClaims;
  readonly arrivals: Arrivals;
  readonly attributeProviders: AttributeProviders;
}

/**
 * A fresh nonce: some wallets read the nonce of their next request only here. OpenID4VCI 1.0 has only the nonce
 * endpoint.
 */
export async function nextNonce(
  { platform, nonces, requirementsOf }: Pick<CredentialDependencies, 'platform' | 'nonces' | 'requirementsOf'>,
  tenant: string,
): Promise<JsonObject> {
  if (!hasOlderMembers(requirementsOf(tenant).dialect)) return {};
  return { c_nonce: await nonces.create(tenant), c_nonce_expires_in: platform.settings.NONCE_TTL };
}

/** `DPoP-Nonce` for a wallet that proves a key, if nonces are on. */
export async function answerHeaders(
  { dpop }: Pick<CredentialDependencies, 'dpop'>,
  { session, grant }: Authorized,
): Promise<Record<string, string>> {
  const dpopNonce = grant.dpopJkt === undefined ? undefined : await dpop.offerNonce(session.tenant);
  return dpopNonce === undefined ? {} : { 'dpop-nonce': dpopNonce };
}

/** A response of either endpoint, 200 or 202, before it is encrypted. */
export interface ClearAnswer {
  readonly status?: number;
  /** JSON text, or the object. */
  readonly content: string | JsonObject;
  readonly headers: Readonly<Record<string, string>>;
}

/** The response in the form that the request asks for (OpenID4VCI 1.0, 8.3 and 10): a JWE or plain JSON. */
export function credentialReply(
  { random }: Pick<Platform, 'random'>,
  { responseEncryption }: { readonly responseEncryption: ResponseEncryption | undefined },
  { content, ...answer }: ClearAnswer,
): OperationReply {
  if (responseEncryption === undefined) {
    if (typeof content !== 'string') return { ...answer, body: content };
    return { ...answer, raw: content, contentType: 'application/json' };
  }
  const plaintext = typeof content === 'string' ? content : JSON.stringify(content);
  return { ...answer, raw: encryptJwe({ ...responseEncryption, plaintext, random }), contentType: 'application/jwt' };
}
