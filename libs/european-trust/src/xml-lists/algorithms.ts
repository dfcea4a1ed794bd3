/** Algorithms that a list's signature may use (ETSI TS 119 612, 5.7.1; ETSI TS 119 312): SHA-1, DSA and MACs are not among them. Pure. */
import { constants, createHash, type KeyObject, verify } from 'node:crypto';

export const EXCLUSIVE_CANONICAL = 'http://www.w3.org/2001/10/xml-exc-c14n#';
/** What a reference without transforms implies. */
export const CANONICAL = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
export const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';

const DIGESTS: Readonly<Record<string, string>> = {
  'http://www.w3.org/2001/04/xmlenc#sha256': 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#sha384': 'sha384',
  'http://www.w3.org/2001/04/xmlenc#sha512': 'sha512',
};
const SHA1 = 'http://www.w3.org/2000/09/xmldsig#sha1';

export const DIGEST_METHODS: readonly string[] = Object.keys(DIGESTS);

export function digestOf(method: string, content: string | Buffer): Buffer | undefined {
  const name = Object.hasOwn(DIGESTS, method) ? DIGESTS[method] : undefined;
  return name === undefined ? undefined : createHash(name).update(content).digest();
}

/** Allows SHA-1 too: old lists refer to their signing certificate that way. The certificate must be trusted for another reason. */
export function certificateDigest(method: string, certificate: Buffer): Buffer | undefined {
  return method === SHA1 ? createHash('sha1').update(certificate).digest() : digestOf(method, certificate);
}

interface SignatureMethod {
  readonly hash: string;
  readonly padding: 'pkcs1' | 'pss' | 'ecdsa';
}

const SIGNATURES: Readonly<Record<string, SignatureMethod>> = {
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256': { hash: 'sha256', padding: 'pkcs1' },
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha384': { hash: 'sha384', padding: 'pkcs1' },
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512': { hash: 'sha512', padding: 'pkcs1' },
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1': { hash: 'sha256', padding: 'pss' },
  'http://www.w3.org/2007/05/xmldsig-more#sha384-rsa-MGF1': { hash: 'sha384', padding: 'pss' },
  'http://www.w3.org/2007/05/xmldsig-more#sha512-rsa-MGF1': { hash: 'sha512', padding: 'pss' },
  'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256': { hash: 'sha256', padding: 'ecdsa' },
  'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha384': { hash: 'sha384', padding: 'ecdsa' },
  'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha512': { hash: 'sha512', padding: 'ecdsa' },
};

export const SIGNATURE_METHODS: readonly string[] = Object.keys(SIGNATURES);

const CURVES: ReadonlySet<string> = new Set(['prime256v1', 'secp384r1', 'secp521r1']);
const BRAINPOOL = /^brainpoolP(256|384|512)r1$/;

export interface KeyRules {
  readonly leastRsaBits: number;
  readonly brainpool: boolean;
}

/** Whether a key is strong enough, and of the kind that the method needs. */
export function fitsMethod(method: string, key: KeyObject, rules: KeyRules): boolean {
  const known = Object.hasOwn(SIGNATURES, method) ? SIGNATURES[method] : undefined;
  const { modulusLength = 0, namedCurve = '' } = key.asymmetricKeyDetails ?? {};
  switch (known?.padding) {
    case 'ecdsa':
      return (
        key.asymmetricKeyType === 'ec' && (CURVES.has(namedCurve) || (rules.brainpool && BRAINPOOL.test(namedCurve)))
      );
    case 'pkcs1':
      return key.asymmetricKeyType === 'rsa' && modulusLength >= rules.leastRsaBits;
    case 'pss':
      return (key.asymmetricKeyType ?? '').startsWith('rsa') && modulusLength >= rules.leastRsaBits;
    default:
      return false;
  }
}

/** Whether the key created the signature: RFC 4051, 2.3.6, and RFC 9231, 2.3.9; an ECDSA signature is r and s. */
export function isSignedBy(method: string, content: Buffer, key: KeyObject, signature: Buffer): boolean {
  const known = Object.hasOwn(SIGNATURES, method) ? SIGNATURES[method] : undefined;
  if (known === undefined) return false;
  const { hash, padding } = known;
  if (padding === 'ecdsa') return verify(hash, content, { key, dsaEncoding: 'ieee-p1363' }, signature);
  if (padding === 'pkcs1') return verify(hash, content, { key, padding: constants.RSA_PKCS1_PADDING }, signature);
  const { RSA_PKCS1_PSS_PADDING, RSA_PSS_SALTLEN_DIGEST } = constants;
  const options = { key, padding: RSA_PKCS1_PSS_PADDING, saltLength: RSA_PSS_SALTLEN_DIGEST };
  return verify(hash, content, options, signature);
}
