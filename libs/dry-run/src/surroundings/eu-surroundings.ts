/** What a tenant of profile `eu` lacks, and whether wallets accept its access certificate: read for a dry run. */
import { accessFindings } from '@countersign/european-trust/tenant/access-findings';
import { certifiedKey } from '@countersign/european-trust/tenant/certified-key';
import { missingEuParts } from '@countersign/european-trust/tenant/eu-parts';
import { issuesAsPublicBody, statesPublicBody } from '@countersign/european-trust/tenant/public-body-issuer';
import type { KeyPurpose } from '@countersign/shared/crypto/keys';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { EuSurroundings } from '../warnings/eu-warnings.ts';
import type { SurroundingsParts } from './surroundings.ts';

interface Tried {
  readonly kind: 'issuance' | 'presentation';
  /** That the presentation configuration names. */
  readonly keySet?: string | undefined;
  /** The configuration of the credential that is issued, and which key signs it. */
  readonly issued?: {
    readonly configuration: { readonly claims?: JsonObject };
    readonly purpose: KeyPurpose;
    readonly set: string | undefined;
  };
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
    statedPublicBody: await statedPublicBody(platform, tenant, issued),
  });
  const refused = key === undefined ? [] : accessFindings({ key, authorities, rules, now: platform.clock() }).refused;
  return { missing, refused };
}

/** Undefined if the credential doesn't claim to be from a public body. */
async function statedPublicBody(
  { keys }: SurroundingsParts['platform'],
  tenant: string,
  issued: Tried['issued'],
): Promise<boolean | undefined> {
  if (issued === undefined || !issuesAsPublicBody(issued.configuration)) return undefined;
  const key = await certifiedKey(keys, tenant, issued);
  return key !== undefined && statesPublicBody(key);
}
