/** What a tenant of profile `eu` lacks, and whether wallets accept its access certificate: read for a dry run. */
import { accessFindings } from '@countersign/european-trust/tenant/access-findings';
import { missingEuParts } from '@countersign/european-trust/tenant/eu-parts';
import type { KeyPurpose, SigningKey } from '@countersign/shared/crypto/keys';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { OperatorKeyError } from '@countersign/shared/keys/operator-keys';
import type { EuSurroundings } from '../warnings/eu-warnings.ts';
import type { SurroundingsParts } from './surroundings.ts';

/**
 * For what the run tries: a presentation, or an issuance.
 * @param keySet that the presentation configuration names
 * @returns undefined in other profiles
 */
export async function euSurroundings(
  { platform, trustAnchors, registrations }: SurroundingsParts,
  tenant: string,
  { kind, keySet }: { readonly kind: 'issuance' | 'presentation'; readonly keySet?: string | undefined },
): Promise<EuSurroundings | undefined> {
  const { profile, registration: rules } = platform.requirementsOf(tenant);
  if (profile !== 'eu') return undefined;
  const asks = kind === 'presentation';
  const key = await certifiedKey(platform.keys, tenant, asks ? 'request' : 'metadata', keySet);
  const authorities = (await trustAnchors(tenant, 'access-authorities')).map(({ certificate }) => certificate);
  const missing = missingEuParts({
    asks,
    offers: !asks,
    certifiedRequests: key !== undefined,
    certifiedMetadata: key !== undefined,
    accessAuthorities: authorities.length,
    registrationProviders: (await trustAnchors(tenant, 'registration-providers')).length,
    registrations: (await registrations.list(tenant)).map(({ id }) => id),
    issuer: rules.issuer,
  });
  const refused = key === undefined ? [] : accessFindings({ key, authorities, rules, now: platform.clock() }).refused;
  return { missing, refused };
}

/** A generated key has a certificate of the tenant's own CA: its anchor is known. One that can't be used is a warning of the keys. */
async function certifiedKey(
  keys: SurroundingsParts['platform']['keys'],
  tenant: string,
  purpose: KeyPurpose,
  keySet: string | undefined,
): Promise<SigningKey | undefined> {
  try {
    const key = await keys.signer(tenant, purpose, keySet);
    return key.anchor === undefined ? key : undefined;
  } catch (error) {
    if (error instanceof ProtocolError || error instanceof OperatorKeyError) return undefined;
    throw error;
  }
}
