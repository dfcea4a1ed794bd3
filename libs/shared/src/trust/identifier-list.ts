/** Identifier lists: CWTs with the identifiers of revoked credentials (ISO/IEC 18013-5, second edition). Pure. */
import type { X509Certificate } from 'node:crypto';
import { byteKey, type CborKey, isCborMap } from '../mdoc/cbor-value.ts';
import { CWT_CLAIM } from '../mdoc/cwt.ts';
import { CwtError } from '../mdoc/cwt-error.ts';
import { LIST_CLAIM, type ListCwtOptions, verifyListCwt } from './list-cwt.ts';
import type { ListTimes } from './list-lifetime.ts';

export interface IdentifierList extends ListTimes {
  /** The signing key's certificate. */
  readonly signer?: X509Certificate;
  /** As keys of a map of CBOR. */
  readonly identifiers: ReadonlySet<CborKey>;
  /** Memory size of the list. */
  readonly bytes: number;
}

/**
 * Bytes in memory for an identifier, and for each byte of the token: above the measured values for identifiers of 4 to
 * 32 bytes.
 */
const BYTES_EACH = 64;
const BYTES_A_BYTE = 2;

/** Two for each identifier: 125,000 of them. Reading them blocks the event loop for about 0.1 s, which only a trusted signer causes. */
const MAX_ITEMS = 250_000;

/** Checks a list. An expiration time is required. @throws CwtError if any check fails */
export function verifyIdentifierList(options: Omit<ListCwtOptions, 'type' | 'reading'>): IdentifierList {
  const reading = { maxItems: MAX_ITEMS, byteKeys: true };
  const { claims, ...verified } = verifyListCwt({ ...options, type: 'application/identifierlist+cwt', reading });
  if (!claims.has(CWT_CLAIM.expiration)) throw new CwtError('claim');
  const claim = claims.get(LIST_CLAIM.identifierList);
  const identifiers = isCborMap(claim) ? claim.get('identifiers') : undefined;
  if (identifiers === undefined || !isCborMap(identifiers)) throw new CwtError('list');
  const bytes = identifiers.size * BYTES_EACH + options.token.length * BYTES_A_BYTE;
  return { identifiers: new Set(identifiers.keys()), ...verified, bytes };
}

/** Whether the credential of the identifier is revoked. */
export function isListed({ identifiers }: IdentifierList, id: Buffer): boolean {
  return identifiers.has(byteKey(id));
}
