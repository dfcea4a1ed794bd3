/** Signatures over lists and responses about revocation (RFC 5280, 5.1.1.2; RFC 6960, 4.2.1). */
import { constants, type KeyObject, type VerifyKeyObjectInput, verify } from 'node:crypto';
import { childrenOf, type Element, TAG } from '@countersign/shared/crypto/der';
import { UnusableRevocation } from './unusable.ts';

type Scheme = { readonly hash: string | null; readonly keys: readonly string[]; readonly isPss?: true };

const SHA_256 = '608648016503040201';
const SHA_384 = '608648016503040202';
const SHA_512 = '608648016503040203';

const EC = ['ec'];
const RSA = ['rsa'];

/** RFC 5758, RFC 4055, RFC 8410: nothing over SHA-1 or MD5. */
const SCHEMES: ReadonlyMap<string, Scheme> = new Map([
  ['2a8648ce3d040302', { hash: 'sha256', keys: EC }],
  ['2a8648ce3d040303', { hash: 'sha384', keys: EC }],
  ['2a8648ce3d040304', { hash: 'sha512', keys: EC }],
  ['2a864886f70d01010b', { hash: 'sha256', keys: RSA }],
  ['2a864886f70d01010c', { hash: 'sha384', keys: RSA }],
  ['2a864886f70d01010d', { hash: 'sha512', keys: RSA }],
  ['2b6570', { hash: null, keys: ['ed25519'] }],
  ['2b6571', { hash: null, keys: ['ed448'] }],
]);
const RSASSA_PSS = '2a864886f70d01010a';
const PSS_HASHES: ReadonlyMap<string, string> = new Map([
  [SHA_256, 'sha256'],
  [SHA_384, 'sha384'],
  [SHA_512, 'sha512'],
]);
/** `[0] HashAlgorithm` of RSASSA-PSS-params; without it the hash is SHA-1. */
const PSS_HASH = 0xa0;

export interface SignedBytes {
  /** AlgorithmIdentifier. */
  readonly algorithm: Element;
  /** The signed bytes. */
  readonly bytes: Buffer;
  /** Content of the BIT STRING. */
  readonly bits: Buffer;
}

/**
 * Verifies in a thread of node's pool: a large list does not block the event loop.
 * @throws UnusableRevocation `signature_algorithm`, `signature`
 */
export async function checkSignature({ algorithm, bytes, bits }: SignedBytes, key: KeyObject): Promise<void> {
  const scheme = schemeOf(algorithm);
  if (scheme === undefined) throw new UnusableRevocation('signature_algorithm');
  const fits = scheme.keys.includes(key.asymmetricKeyType ?? '');
  // RFC 3279, 2.2.3: no bit of the last byte is unused.
  if (!fits || bits[0] !== 0 || !(await isSigned(scheme, bytes, key, bits.subarray(1)))) {
    throw new UnusableRevocation('signature');
  }
}

function isSigned({ hash, isPss }: Scheme, bytes: Buffer, key: KeyObject, signature: Buffer): Promise<boolean> {
  const { RSA_PKCS1_PSS_PADDING: padding, RSA_PSS_SALTLEN_AUTO: saltLength } = constants;
  const input: KeyObject | VerifyKeyObjectInput = isPss === true ? { key, padding, saltLength } : key;
  return new Promise((resolve) => {
    verify(hash, bytes, input, signature, (error, isGood) => resolve(error === null && isGood));
  });
}

function schemeOf(algorithm: Element): Scheme | undefined {
  const [identifier, parameters] = childrenOf(algorithm) ?? [];
  const name = identifier?.tag === TAG.oid ? identifier.content.toString('hex') : '';
  if (name !== RSASSA_PSS) return SCHEMES.get(name);
  const [sequence] = childrenOf(childrenOf(parameters)?.find(({ tag }) => tag === PSS_HASH)) ?? [];
  const [hashName] = childrenOf(sequence) ?? [];
  const hash = PSS_HASHES.get(hashName?.content.toString('hex') ?? '');
  return hash === undefined ? undefined : { hash, keys: ['rsa', 'rsa-pss'], isPss: true };
}
