import { ProtocolError } from '@countersign/shared/kernel/errors';
import { isObject, type Json, type JsonObject, own } from '@countersign/shared/kernel/json';
import type { ProofTypeName } from './proof-types.ts';

export interface CredentialRequest {
  readonly by: 'credential_configuration_id' | 'credential_identifier';
  readonly id: string;
  readonly proofType: ProofTypeName;
  /** Key proof JWTs, or the one key attestation. */
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
  return { by, id, ...parseProofs(body, batchSize) };
}

type Proofs = Pick<CredentialRequest, 'proofType' | 'proofs'>;

function parseProofs(body: JsonObject, batchSize: number): Proofs {
  const proofs = own(body, 'proofs');
  const proof = own(body, 'proof');
  if (proofs === undefined && proof === undefined) throw invalidProof('A key proof is needed');
  if (proofs !== undefined && proof !== undefined) throw invalid('proofs and proof exclude each other');
  const parsed = proofs === undefined ? single(proof) : several(proofs);
  if (parsed.proofs.length === 0) throw invalidProof('A key proof is needed');
  if (parsed.proofs.length > batchSize) throw invalid(`At most ${batchSize} proofs are accepted in one request`);
  return parsed;
}

function single(proof: unknown): Proofs {
  if (!isObject(proof) || proof.proof_type !== 'jwt' || typeof proof.jwt !== 'string') {
    throw invalidProof('The member proof of the drafts has the proof type jwt');
  }
  return { proofType: 'jwt', proofs: [proof.jwt] };
}

function several(proofs: unknown): Proofs {
  // OpenID4VCI 1.0, 8.2: exactly one member, named by the proof type.
  const [name, ...more] = isObject(proofs) ? Object.keys(proofs) : [];
  if (!isObject(proofs) || more.length > 0 || (name !== 'jwt' && name !== 'attestation')) {
    throw invalidProof('proofs must have one member, jwt or attestation, an array');
  }
  const jwts = textsOf(proofs[name]);
  // Appendix F.3: exactly one attestation, of all keys.
  if (name === 'attestation' && jwts.length > 1) throw invalidProof('Only one key attestation is accepted');
  return { proofType: name, proofs: jwts };
}

function textsOf(value: Json | undefined): readonly string[] {
  if (!Array.isArray(value)) throw invalidProof('The proofs must be an array');
  return value.map((jwt: unknown) => {
    if (typeof jwt !== 'string') throw invalidProof('A key proof must be a string');
    return jwt;
  });
}

function invalidProof(description: string): ProtocolError {
  return new ProtocolError('invalid_proof', description);
}

function invalid(description: string): ProtocolError {
  return new ProtocolError('invalid_credential_request', description);
}
