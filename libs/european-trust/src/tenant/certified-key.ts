/** A purpose's key that an authority has certified: only such a key has an access certificate. */
import type { KeyPurpose, SigningKey } from '@countersign/shared/crypto/keys';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { OperatorKeyError } from '@countersign/shared/keys/operator-keys';

export interface Signers {
  readonly signer: (tenant: string, purpose: KeyPurpose, set?: string) => Promise<SigningKey>;
}

/** A generated key has a certificate of the tenant's own CA: its anchor is known. One that can't be used is reported with the keys. */
export async function certifiedKey(
  keys: Signers,
  tenant: string,
  { purpose, set }: { readonly purpose: KeyPurpose; readonly set?: string | undefined },
): Promise<SigningKey | undefined> {
  try {
    const key = await keys.signer(tenant, purpose, set);
    return key.anchor === undefined ? key : undefined;
  } catch (error) {
    if (error instanceof ProtocolError || error instanceof OperatorKeyError) return undefined;
    throw error;
  }
}
