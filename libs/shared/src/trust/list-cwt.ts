/** Common parts of status lists and identifier lists in CWT form (Token Status List, 5.2). Pure. */
import type { X509Certificate } from 'node:crypto';
import type { CborMap } from '../mdoc/cbor-value.ts';
import { CWT_CLAIM, verifySignedCwt } from '../mdoc/cwt.ts';
import { CwtError } from '../mdoc/cwt-error.ts';
import type { ReadCborOptions } from '../mdoc/read-cbor.ts';
import { type ListTimes, listTimes } from './list-lifetime.ts';

/** Keys of claims (Token Status List, 5.2; ISO/IEC 18013-5, second edition). */
export const LIST_CLAIM = { identifierList: 65_530, statusList: 65_533, ttl: 65_534 } as const;

export interface ListCwtOptions {
  /** As fetched. */
  readonly token: Buffer;
  readonly type: 'application/statuslist+cwt' | 'application/identifierlist+cwt';
  /** The address that the credential names. */
  readonly uri: string;
  readonly anchors: readonly X509Certificate[];
  /** Milliseconds. */
  readonly now: number;
  /** Limit of the token in bytes. */
  readonly maxLength?: number;
  readonly reading?: ReadCborOptions;
}

export interface VerifiedListCwt extends ListTimes {
  readonly claims: CborMap;
  readonly signer: X509Certificate;
}

const MAX_LENGTH = 2_097_152;

/** Checks signature, chain and common claims of a list. @throws CwtError */
export function verifyListCwt(options: ListCwtOptions): VerifiedListCwt {
  const { uri, now, maxLength = MAX_LENGTH, ...rest } = options;
  if (rest.token.length > maxLength) throw new CwtError('structure');
  const { claims, signer } = verifySignedCwt({ ...rest, now });
  // 5.2: `sub` is the address that the credential names, `iat` is required
  if (claims.get(CWT_CLAIM.subject) !== uri || !claims.has(CWT_CLAIM.issuedAt)) throw new CwtError('claim');
  const [ttl, exp] = [claims.get(LIST_CLAIM.ttl), claims.get(CWT_CLAIM.expiration)];
  if (claims.has(LIST_CLAIM.ttl) && !(typeof ttl === 'number' && ttl > 0)) throw new CwtError('claim');
  const lifetime = { ttl: ttl as number | undefined, exp: exp as number | undefined };
  return { claims, signer, ...listTimes(lifetime, now) };
}
