/** What is wrong with the key set that a configuration names. */
import type { KeyPurpose, KeyRing } from '../crypto/keys.ts';
import { type FieldError, ProtocolError } from '../kernel/errors.ts';

export interface NamedSet {
  readonly tenant: string;
  readonly purpose: KeyPurpose;
  /** Undefined: the tenant's key. */
  readonly set: string | undefined;
}

/** What the keys of a set sign, as errors word it. */
const SIGNS: Readonly<Partial<Record<KeyPurpose, string>>> = {
  request: 'requests',
  credential: 'SD-JWT VCs',
  mdoc: 'mdocs',
};

/** An error at `keys` if the set has no key and certificate for the purpose. */
export async function setFindings(
  keys: Pick<KeyRing, 'signer'>,
  { tenant, purpose, set }: NamedSet,
): Promise<readonly FieldError[]> {
  if (set === undefined) return [];
  try {
    await keys.signer(tenant, purpose, set);
    return [];
  } catch (error) {
    if (!(error instanceof ProtocolError) || error.options.reason !== 'key_set_unknown') throw error;
    return [{ pointer: '/keys', detail: withoutKey(purpose) }];
  }
}

function withoutKey(purpose: KeyPurpose): string {
  const files = `${purpose}.key.pem and ${purpose}.chain.pem`;
  return `The key set has no key for ${SIGNS[purpose] ?? purpose}: make one (POST /key-sets/<name>/${purpose}), or put ${files} into the folder keys/<name>`;
}
