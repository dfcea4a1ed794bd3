/** The party that a presentation request names, as its registration certificate does. Reads; decides nothing. */
import { contentIn } from '@countersign/european-trust/tenant/registration-view';
import { isIssuedBy, isSelfSigned } from '@countersign/shared/crypto/x509';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { member } from '../warnings/claim-names.ts';
import type { Requester } from '../warnings/policy-warnings.ts';
import type { SurroundingsParts } from './surroundings.ts';

export interface NamedRegistration {
  /** Whether the tenant has the registration certificate that the configuration names. */
  readonly registered: boolean;
  /** Where it leads people. */
  readonly support: string | undefined;
  /** Absent if it cannot be read. */
  readonly requester: Requester | undefined;
}

export async function registrationOf(
  { registrations, trustAnchors }: Pick<SurroundingsParts, 'registrations' | 'trustAnchors'>,
  tenant: string,
  configuration: JsonObject,
): Promise<NamedRegistration> {
  const { id } = member(configuration, 'registrationCert');
  const found = typeof id === 'string' ? await registrations.of(tenant, id) : undefined;
  const content = found && contentIn(found.jwt);
  if (content === undefined) return { registered: found !== undefined, support: undefined, requester: undefined };
  const { claims, chain } = content;
  const { sub, entitlements } = claims;
  const top = chain.at(-1);
  const anchors = (await trustAnchors(tenant, 'registration-providers')).map(({ certificate }) => certificate);
  const isWhole = top !== undefined && isSelfSigned(top);
  const above = top === undefined || isWhole ? [] : anchors.filter((anchor) => isIssuedBy(top, anchor));
  const signers = isWhole || above.length > 0 ? { signers: [...chain, ...above] } : {};
  return { registered: true, support: claims.support_uri, requester: { sub, entitlements, ...signers } };
}
