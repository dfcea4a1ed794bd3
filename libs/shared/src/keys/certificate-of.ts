/** A generated key's certificate. */
import { X509Certificate } from 'node:crypto';
import type { KeyDocument } from '../model/keys/key-documents.ts';

/** @throws Error for a key without one, such as a data key */
export function certificateOf({ id, certificate }: Pick<KeyDocument, 'id' | 'certificate'>): X509Certificate {
  if (certificate === undefined) throw new Error(`Key ${id} has no certificate`);
  return new X509Certificate(certificate);
}
