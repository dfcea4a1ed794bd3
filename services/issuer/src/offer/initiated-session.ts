/** The session of an issuance that a wallet starts without an offer (OpenID4VCI 1.0, 5.1). */
import { newHandle, newReference } from '@countersign/shared/crypto/wallet-reference';
import { orderedId } from '@countersign/shared/kernel/ordered-id';
import type { AuthorizationRequest } from '@countersign/shared/model/session/issuance-part';
import { type Bearer, insertSession } from '@countersign/shared/model/session/session-change';
import type { Platform } from '@countersign/shared/runtime/service';
import { sealOffer } from '../claims/offered-issuance.ts';
import { pushRequest } from '../session/authorization-transitions.ts';
import { newIssuance } from '../session/beginning-transitions.ts';
import { isIssuance } from '../session/issuance-session.ts';

/**
 * Stores a session that starts with this request. It expires with the request_uri unless a browser continues it.
 * @returns the reference of the request_uri
 */
export async function beginWithoutOffer(
  platform: Platform,
  { request: { tenant }, reports }: Bearer,
  request: AuthorizationRequest,
): Promise<string> {
  const { settings, vaults, clock, random } = platform;
  const now = clock();
  const id = orderedId(now, random);
  const handle = newHandle(now, random);
  const vault = await vaults.of(tenant);
  const expiresAt = now + settings.REQUEST_URI_TTL * 1000;
  const reference = newReference(handle, random);
  const fresh = newIssuance({
    id,
    tenant,
    now,
    expiresAt,
    handle,
    issuance: {
      flow: 'authorization_code',
      configurationIds: request.configurationIds,
      sealedOffer: vault.seal('{}', `session/${id}/offer`),
      ...sealOffer(vault, id, {}),
      // No wallet has the secrets of these hashes: there is neither an offer nor an issuer_state.
      offerHash: newReference(handle, random).hash,
      grantHash: newReference(handle, random).hash,
      signIn: { walletInitiated: true },
    },
  });
  const begun = { ...fresh, rev: 0 };
  if (!isIssuance(begun)) throw new Error('A new issuance has its part');
  const { document } = pushRequest(begun, { request, requestUriHash: reference.hash, expiresAt });
  const { rev: _, ...pushed } = document;
  reports.reached(document);
  const stored = await insertSession(platform, pushed);
  // A collision of 128 random bits means that the source of randomness is broken, so it fails loudly.
  if (stored === undefined) throw new Error('A fresh session id is taken already');
  return reference.text;
}
