import { ProtocolError } from '@countersign/shared/kernel/errors';
import { text, type WalletParameters } from './wallet-parameters.ts';

/** The verified DPoP proof of a request; `jkt` is the thumbprint of its key. */
export interface WithProof {
  readonly proof: { readonly jkt: string } | undefined;
}

/**
 * RFC 9449, 10.1: a DPoP proof and `dpop_jkt` in one request name the same key.
 * @returns the thumbprint, where the request names one
 * @throws ProtocolError `invalid_request`, `invalid_dpop_proof`
 */
export function checkDpopJkt({ parameters, proof }: WalletParameters & WithProof): { readonly dpopJkt?: string } {
  const parameter = text(parameters, 'dpop_jkt');
  if (parameter !== undefined && !/^[A-Za-z0-9_-]{43}$/.test(parameter)) {
    throw new ProtocolError('invalid_request', 'dpop_jkt is not a SHA-256 thumbprint', {
      ...{ reason: 'dpop_jkt', facts: { count: parameter.length } },
    });
  }
  if (parameter !== undefined && proof !== undefined && parameter !== proof.jkt) {
    throw new ProtocolError('invalid_dpop_proof', 'dpop_jkt does not match the DPoP proof', {
      ...{ reason: 'dpop_key', facts: { expectedJkt: parameter, receivedJkt: proof.jkt } },
    });
  }
  const dpopJkt = parameter ?? proof?.jkt;
  return dpopJkt === undefined ? {} : { dpopJkt };
}
