/** A registration certificate as received, in either form, before anything is verified. */
import { type KeyObject, X509Certificate } from 'node:crypto';
import type { Json } from '@countersign/shared/kernel/json';
import { type CheckedDocument, type RegistrationError, refused } from './registration-error.ts';

export interface WrittenCertificate {
  readonly form: 'jwt' | 'cwt';
  /** As it is sent: the compact JWT, or the bytes of the CWT. */
  readonly sent: string | Buffer;
  /** Not checked. */
  readonly claims: Json;
  /** The signer's chain, leaf first; it may include the anchor. */
  readonly chain: readonly X509Certificate[];
  /** @throws RegistrationError if the key did not create the signature, or the algorithm does not suit the key */
  readonly checkSignature: (key: KeyObject) => void;
}

/** Characters of a compact JWT, bytes of a CWT. */
export const MAX_BYTES = 65_536;
const MAX_CERTIFICATES = 6;

/**
 * The certificates of the signer: 1 to 6, each once.
 * @param elements DER; undefined for an element of another form
 * @param pointer of the list
 * @throws RegistrationError
 */
export function readChain(elements: readonly (Buffer | undefined)[], pointer: string): readonly X509Certificate[] {
  if (elements.length === 0 || elements.length > MAX_CERTIFICATES) {
    throw malformed('header', pointer, `The chain must have 1 to ${MAX_CERTIFICATES} certificates`);
  }
  const chain = elements.map((der, index) => certificateOf(der) ?? notDer(`${pointer}/${index}`));
  const distinct = new Set(chain.map(({ fingerprint256 }) => fingerprint256));
  if (distinct.size < chain.length) throw malformed('header', pointer, 'A certificate is in the chain twice');
  return chain;
}

/** One certificate, with nothing after it. */
function certificateOf(der: Buffer | undefined): X509Certificate | undefined {
  if (der === undefined) return undefined;
  try {
    const certificate = new X509Certificate(der);
    return certificate.raw.length === der.length ? certificate : undefined;
  } catch {
    return undefined;
  }
}

function notDer(pointer: string): never {
  throw malformed('header', pointer, 'An element of the chain must be one certificate in DER');
}

/** An error of form. */
export function malformed(
  document: CheckedDocument,
  pointer: string,
  detail: string,
  cause?: unknown,
): RegistrationError {
  return refused({ reason: 'registration_certificate_malformed', document, pointer, detail }, cause);
}

/** A signature by a different key. */
export function notSigned(detail: string, cause?: unknown): RegistrationError {
  return refused(
    { reason: 'registration_certificate_signature', document: 'header', pointer: '/x5c/0', detail },
    cause,
  );
}
