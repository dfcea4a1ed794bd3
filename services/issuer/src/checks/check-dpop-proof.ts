import type { CheckedDpop } from '../client/dpop.ts';
import type { Received } from './received.ts';

/**
 * RFC 9449, 4.3 and 8: before the client, whose assertion would be used up by a request that only lacks a nonce. It is marked
 * as used by the write that it leads to.
 * @throws ProtocolError `invalid_dpop_proof`, `use_dpop_nonce`
 */
export async function checkDpopProof({ dpop, request }: Pick<Received, 'dpop' | 'request'>): Promise<{
  readonly proof: CheckedDpop | undefined;
}> {
  return { proof: await dpop.check(request) };
}
