/** Status list tokens in CWT form (Token Status List, 5.2). Pure; the caller fetches and caches them. */
import { inflateStatusList } from '../crypto/status-bits.ts';
import { isCborMap } from '../mdoc/cbor-value.ts';
import { CwtError } from '../mdoc/cwt-error.ts';
import { LIST_CLAIM, type ListCwtOptions, verifyListCwt } from './list-cwt.ts';
import { isStatusBits, MAX_LIST_BYTES, type StatusList } from './status-list.ts';

export interface StatusCwtOptions extends Omit<ListCwtOptions, 'type' | 'reading'> {
  /** Limit of the inflated list in bytes. */
  readonly maxBytes?: number;
}

/**
 * Checks a token and inflates its list, in that order.
 * @throws CwtError if any check fails
 */
export async function verifyStatusCwt({
  maxBytes = MAX_LIST_BYTES,
  ...options
}: StatusCwtOptions): Promise<StatusList> {
  const { claims, ...verified } = verifyListCwt({ ...options, type: 'application/statuslist+cwt' });
  const claim = claims.get(LIST_CLAIM.statusList);
  const [bits, lst] = isCborMap(claim) ? [claim.get('bits'), claim.get('lst')] : [];
  if (!isStatusBits(bits) || !Buffer.isBuffer(lst)) throw new CwtError('list');
  const list = await inflateStatusList(lst, maxBytes);
  if (list === undefined) throw new CwtError('list');
  return { list, bits, ...verified };
}
