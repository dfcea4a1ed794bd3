import { ProtocolError } from '@countersign/shared/kernel/errors';
import { isObject, type JsonObject, own } from '@countersign/shared/kernel/json';

export interface CredentialRequest {
  readonly by: 'credential_configuration_id' | 'credential_identifier';
  readonly id: string;
  /** Key proof JWTs. */
  readonly proofs: readonly string[];
}

/**
 * Reads a credential request (OpenID4VCI 1.0, 8.2); the `proof` object of the drafts counts as a batch of one.
 * Unknown members are ignored.
 * @throws ProtocolError `invalid_credential_request`, `invalid_proof`
 */
export function parseCredentialRequest(body: JsonObject, batchSize: number): CredentialRequest {
  const configuration = own(body, 'credential_configuration_id');
  const identifier = own(body, 'credential_identifier');
  if (configuration !== undefined && identifier !== undefined) {
    throw invalid('credential_configuration_id and credential_identifier exclude each other');
  }
  const id = configuration ?? identifier;
  if (typeof id !== 'string' || id.length === 0) {
    throw invalid('credential_configuration_id or credential_identifier is needed, as a string');
  }
  const by = configuration === undefined ? 'credential_identifier' : 'credential_configuration_id';
  return { by, id, proofs: parseProofs(body, batchSize) };
}

function parseProofs(body: JsonObject, batchSize: number): readonly string[] {
  const proofs = own(body, 'proofs');
  const proof = own(body, 'proof');
  if (proofs === undefined && proof === undefined) throw new ProtocolError('invalid_proof', 'A key proof is needed');
  if (proofs !== undefined && proof !== undefined) throw invalid('proofs and proof exclude each other');
  const jwts = proofs === undefined ? single(proof) : several(proofs);
  if (jwts.length === 0) throw new ProtocolError('invalid_proof', 'A key proof is needed');
  if (jwts.length > batchSize) throw invalid(`At most ${batchSize} proofs are accepted in one request`);
  return jwts;
}

function single(proof: unknown): readonly string[] {
  if (!isObject(proof) || proof.proof_type !== 'jwt' || typeof proof.jwt !== 'string') {
    throw new ProtocolError('invalid_proof', 'Only the proof type jwt is supported');
  }
  return [proof.jwt];
}

function several(proofs: unknown): readonly string[] {
  // OpenID4VCI 1.0, 8.2: exactly one member, named by the proof type.
  if (!isObject(proofs) || Object.keys(proofs).length !== 1 || !Array.isArray(proofs.jwt)) {
    throw new ProtocolError('invalid_proof', 'proofs must have the one member jwt, an array');
  }
  return proofs.jwt.map((jwt: unknown) => {
    if (typeof jwt !== 'string') throw new ProtocolError('invalid_proof', 'A key proof must be a string');
    return jwt;
  });
}

function invalid(description: string): ProtocolError {
  return new ProtocolError('invalid_credential_request', description);
}
