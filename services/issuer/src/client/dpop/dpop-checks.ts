/** The DPoP proof of a request to the authorization server, and marking both proofs as used. */

import type { Requirements } from '@countersign/shared/flow-config/tenant-profile';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { CheckedClient } from '../client-authentication.ts';
import type { Received } from '../received.ts';
import { text, type WalletParameters } from '../wallet-parameters.ts';
import type { CheckedDpop } from './dpop.ts';

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

/** RFC 9449, 5; setting DPOP; HAIP 1.0, 4. @throws ProtocolError `invalid_dpop_proof` */
export function checkDpopRequired({
  proof,
  requirements,
}: WithProof & { readonly requirements: Pick<Requirements, 'dpop'> }): void {
  if (proof === undefined && requirements.dpop === 'required') {
    throw new ProtocolError('invalid_dpop_proof', 'A DPoP proof is needed', { reason: 'dpop_missing' });
  }
}

/** The request's verified DPoP proof; `jkt` is its key's thumbprint. */
export interface WithProof {
  readonly proof: { readonly jkt: string } | undefined;
}

/**
 * RFC 9449, 10.1: a DPoP proof and `dpop_jkt` in one request must identify the same key.
 * @returns the thumbprint, if the request contains one
 * @throws ProtocolError `invalid_request`, `invalid_dpop_proof`
 */
export function checkDpopJkt({ parameters, proof }: WalletParameters & WithProof): { readonly dpopJkt?: string } {
  const parameter = text(parameters, 'dpop_jkt');
  if (parameter !== undefined && !/^[A-Za-z0-9_-]{43}$/.test(parameter)) {
    throw new ProtocolError('invalid_request', 'dpop_jkt is not a SHA-256 thumbprint', {
      reason: 'dpop_jkt',
      facts: { count: parameter.length },
    });
  }
  if (parameter !== undefined && proof !== undefined && parameter !== proof.jkt) {
    throw new ProtocolError('invalid_dpop_proof', 'dpop_jkt does not match the DPoP proof', {
      reason: 'dpop_key',
      facts: { expectedJkt: parameter, receivedJkt: proof.jkt },
    });
  }
  const dpopJkt = parameter ?? proof?.jkt;
  return dpopJkt === undefined ? {} : { dpopJkt };
}

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
