import type { CheckedDpop } from './dpop.ts';
import type { Received } from './received.ts';

/**
 * RFC 9449, 4.3 and 8. It precedes client authentication: a request that only lacks a nonce must not use up the assertion. The
 * proof is marked as used right before the write.
 * @throws ProtocolError `invalid_dpop_proof`, `use_dpop_nonce`
 */
export async function checkDpopProof({ dpop, request }: Pick<Received, 'dpop' | 'request'>): Promise<{
  readonly proof: CheckedDpop | undefined;
}> {
  return { proof: await dpop.check(request) };
}
