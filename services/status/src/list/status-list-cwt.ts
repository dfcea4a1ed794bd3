/** Status List Token in CWT form (Token Status List, 5.2). */
import type { SigningKey } from '@countersign/shared/crypto/keys';
import type { OwnBits } from '@countersign/shared/crypto/status-bits';
import type { CborKey, CborValue } from '@countersign/shared/mdoc/cbor-value';
import { CWT_CLAIM, signCwt } from '@countersign/shared/mdoc/cwt';
import { LIST_CLAIM } from '@countersign/shared/trust/list-cwt';

export interface StatusListCwtOptions {
  /** The list's URL: exactly the `uri` in the credentials. */
  readonly uri: string;
  /** Compressed list. */
  readonly lst: Buffer;
  readonly bits: OwnBits;
  /** Seconds since the epoch. */
  readonly iat: number;
  readonly exp: number;
  /** Seconds that a consumer may keep the token. */
  readonly ttl: number;
  readonly key: Pick<SigningKey, 'alg' | 'sign' | 'x5c'>;
}

/** Signs the token: a COSE_Sign1 with tag 18, the chain in its protected header. */
export function signStatusListCwt({ uri, lst, bits, iat, exp, ttl, key }: StatusListCwtOptions): Promise<Buffer> {
  const list = new Map<CborKey, CborValue>([
    ['bits', bits],
    ['lst', lst],
  ]);
  const claims = new Map<CborKey, CborValue>([
    [CWT_CLAIM.subject, uri],
    [CWT_CLAIM.issuedAt, iat],
    [CWT_CLAIM.expiration, exp],
    [LIST_CLAIM.ttl, ttl],
    [LIST_CLAIM.statusList, list],
  ]);
  return signCwt({ type: 'application/statuslist+cwt', claims, key });
}
