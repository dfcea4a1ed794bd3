/** A verified status list, whatever form its token had. */
import type { X509Certificate } from 'node:crypto';
import type { StatusBits } from '../crypto/status-bits.ts';
import type { ListTimes } from './list-lifetime.ts';

export interface StatusList extends ListTimes {
  readonly list: Buffer;
  readonly bits: StatusBits;
  /** The signing key's certificate. */
  readonly signer?: X509Certificate;
}

/** Maximum size of an inflated list in bytes, unless the caller sets one. */
export const MAX_LIST_BYTES = 4_194_304;

/** Token Status List, 4.2 and 4.3 */
export function isStatusBits(bits: unknown): bits is StatusBits {
  return bits === 1 || bits === 2 || bits === 4 || bits === 8;
}
