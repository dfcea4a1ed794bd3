/** The single-use proofs of a request, marked as used together. */
import type { CheckedClient } from './client-authentication.ts';
import type { CheckedDpop } from './dpop.ts';

export interface ProvenRequest {
  readonly client: CheckedClient | undefined;
  readonly proof: CheckedDpop | undefined;
}

/**
 * Marks the DPoP proof and the proof of the wallet instance as used: right before the write, after all checks.
 * @throws the error of the first that was used before
 */
export async function useProofs({ client, proof }: ProvenRequest): Promise<void> {
  await proof?.use();
  await client?.use?.();
}
