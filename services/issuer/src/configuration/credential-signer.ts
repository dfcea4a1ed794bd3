/** The key that signs a configuration's credentials: from the key set that it specifies, or the tenant's. */
import type { IssuedFormat } from '@countersign/shared/configuration-documents/credential-entry';
import type { CredentialKeyPurpose, KeyRing } from '@countersign/shared/crypto/keys';
import type { FieldError } from '@countersign/shared/kernel/errors';
import { setFindings } from '@countersign/shared/keys/set-findings';
import type { CredentialConfiguration } from './credential-configuration.ts';

export type SignedBy = Pick<CredentialConfiguration, 'format' | 'keySet'>;

/** Which of a tenant's keys signs a format. */
const PURPOSES: Readonly<Record<IssuedFormat, CredentialKeyPurpose>> = {
  'dc+sd-jwt': 'credential',
  mso_mdoc: 'mdoc',
  jwt_vc_json: 'credential',
};

export function purposeOf({ format }: Pick<SignedBy, 'format'>): CredentialKeyPurpose {
  return PURPOSES[format];
}

/** A configuration is refused if its set has no key for its format. */
export function signerFindings(
  keys: Pick<KeyRing, 'signer'>,
  tenant: string,
  configuration: SignedBy,
): Promise<readonly FieldError[]> {
  return setFindings(keys, { tenant, purpose: purposeOf(configuration), set: configuration.keySet });
}

/** No wallet receives an offer that nothing can sign. @throws ProtocolError `conflict` */
export async function checkSigners(
  keys: Pick<KeyRing, 'signer'>,
  tenant: string,
  offered: readonly SignedBy[],
): Promise<void> {
  for (const configuration of offered) {
    if (configuration.keySet !== undefined) await keys.signer(tenant, purposeOf(configuration), configuration.keySet);
  }
}
