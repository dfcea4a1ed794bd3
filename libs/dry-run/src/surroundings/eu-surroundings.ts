/** What a tenant of profile `eu` lacks, and whether wallets accept its access certificate: read for a dry run. */
import { accessFindings } from '@countersign/european-trust/tenant/access-findings';
import { certifiedKey } from '@countersign/european-trust/tenant/certified-key';
import { missingEuParts } from '@countersign/european-trust/tenant/eu-parts';
import { areStated, type SignedConfiguration } from '@countersign/european-trust/tenant/public-body-issuer';
import type { EuSurroundings } from '../warnings/eu-warnings.ts';
import type { SurroundingsParts } from './surroundings.ts';

interface Tried {
  readonly kind: 'issuance' | 'presentation';
  /** That the presentation configuration names. */
  readonly keySet?: string | undefined;
  /** What an issuance issues. */
  readonly issued?: SignedConfiguration;
}

/**
 * For what the run tries: a presentation, or an issuance.
 * @returns undefined in other profiles
 */
export async function euSurroundings(
  { platform, trustAnchors, registrations }: SurroundingsParts,
  tenant: string,
  { kind, keySet, issued }: Tried,
): Promise<EuSurroundings | undefined> {
  const { profile, registration: rules } = platform.requirementsOf(tenant);
  if (profile !== 'eu') return undefined;
  const asks = kind === 'presentation';
  const key = await certifiedKey(platform.keys, tenant, { purpose: asks ? 'request' : 'metadata', set: keySet });
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
    statedPublicBody: await areStated(platform.keys, tenant, issued === undefined ? [] : [issued]),
  });
  const refused = key === undefined ? [] : accessFindings({ key, authorities, rules, now: platform.clock() }).refused;
  return { missing, refused };
}
