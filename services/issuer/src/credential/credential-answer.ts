/** Members and headers of every answer of the credential and deferred credential endpoints. */
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { Authorized } from '../checks/check-access-token.ts';
import type { ResourceServer } from '../checks/received.ts';
import { hasOlderMembers } from '../protocol/wallet-dialect.ts';
import type { CredentialNonces } from './credential-nonce.ts';

export interface CredentialDependencies extends ResourceServer {
  readonly nonces: CredentialNonces;
}

/** A fresh nonce: some wallets read the nonce of their next request only here. OpenID4VCI 1.0 has the nonce endpoint alone. */
export async function nextNonce(
  { platform, nonces, requirementsOf }: Pick<CredentialDependencies, 'platform' | 'nonces' | 'requirementsOf'>,
  tenant: string,
): Promise<JsonObject> {
  if (!hasOlderMembers(requirementsOf(tenant).dialect)) return {};
  return { c_nonce: await nonces.create(tenant), c_nonce_expires_in: platform.settings.NONCE_TTL };
}

/** `DPoP-Nonce` for a wallet that proves a key, where nonces are on. */
export async function answerHeaders(
  { dpop }: Pick<CredentialDependencies, 'dpop'>,
  { session, grant }: Authorized,
): Promise<Record<string, string>> {
  const dpopNonce = grant.dpopJkt === undefined ? undefined : await dpop.offerNonce(session.tenant);
  return dpopNonce === undefined ? {} : { 'dpop-nonce': dpopNonce };
}
