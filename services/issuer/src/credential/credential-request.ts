import { ProtocolError } from '@countersign/shared/kernel/errors';
import { isObject, type Json, type JsonObject, own } from '@countersign/shared/kernel/json';
import type { Reasoned } from '@countersign/shared/kernel/reasons/reasons';
import { receivedFact } from '@countersign/shared/kernel/reasons/received';
import type { ProofTypeName } from '../configuration/proof-types.ts';

export interface CredentialRequest {
  readonly by: 'credential_configuration_id' | 'credential_identifier';
  readonly id: string;
  readonly proofType: ProofTypeName;
  /** Key proof JWTs, or the one key attestation. */
  readonly proofs: readonly string[];
}

const TYPES: readonly ProofTypeName[] = ['jwt', 'attestation'];

/**
 * Reads a credential request (OpenID4VCI 1.0, 8.2). The drafts' `proof` object is treated as a batch of one. Unknown
 * members are ignored.
 * @throws ProtocolError `invalid_credential_request`, `invalid_proof`
 */
export function parseCredentialRequest(body: JsonObject, batchSize: number): CredentialRequest {
  const configuration = own(body, 'credential_configuration_id');
  const identifier = own(body, 'credential_identifier');
  if (configuration !== undefined && identifier !== undefined) {
    const facts = { parameters: ['credential_configuration_id', 'credential_identifier'], detail: 'both' };
    throw invalid('credential_configuration_id and credential_identifier exclude each other', {
      reason: 'credential_not_named',
      facts,
    });
  }
  const id = configuration ?? identifier;
  if (typeof id !== 'string' || id.length === 0) {
    const why = unnamed(body, id);
    throw invalid('credential_configuration_id or credential_identifier is needed, as a string', why);
  }
  const by = configuration === undefined ? 'credential_identifier' : 'credential_configuration_id';
  return { by, id, ...parseProofs(body, batchSize) };
}

/** Members that identify the credential in drafts of OpenID4VCI. */
const DRAFT_NAMES = ['format', 'types', 'type', 'vct', 'doctype', 'credential_definition', 'credential_type'];

function unnamed(body: JsonObject, id: Json | undefined): Reasoned {
  const drafts = DRAFT_NAMES.filter((name) => Object.hasOwn(body, name));
  const [parameter] = drafts;
  if (id === undefined && parameter !== undefined) {
    const facts = { parameter, parameters: drafts, presentName: 'credential_configuration_id' };
    return { reason: 'request_legacy', facts };
  }
  return { reason: 'credential_not_named', facts: { detail: id === undefined ? 'missing' : 'no_text' } };
}

/** The parameter of a draft that is accepted: the single `proof`, which 1.0 has as `proofs`. */
export function acceptedLegacy(body: JsonObject): Reasoned | undefined {
  if (!Object.hasOwn(body, 'proof')) return undefined;
  return { reason: 'request_legacy', facts: { parameter: 'proof', presentName: 'proofs' } };
}

type Proofs = Pick<CredentialRequest, 'proofType' | 'proofs'>;

function parseProofs(body: JsonObject, batchSize: number): Proofs {
  const proofs = own(body, 'proofs');
  const proof = own(body, 'proof');
  if (proofs === undefined && proof === undefined) throw noProof();
  if (proofs !== undefined && proof !== undefined) {
    const facts = { parameter: 'proof', presentName: 'proofs', detail: 'both' };
    throw invalid('proofs and proof exclude each other', { reason: 'request_legacy', facts });
  }
  const parsed = proofs === undefined ? single(proof) : several(proofs);
  if (parsed.proofs.length === 0) throw noProof();
  checkProofCount(parsed.proofs, batchSize);
  return parsed;
}

/** OpenID4VCI 1.0, 8.2 and 12.2.4 (`batch_size`). @throws ProtocolError `invalid_credential_request` */
export function checkProofCount({ length: count }: readonly string[], most: number): void {
  if (count <= most) return;
  throw invalid(`At most ${most} proofs are accepted in one request`, {
    reason: 'proof_count',
    facts: { count, most },
  });
}

function single(proof: unknown): Proofs {
  const text = 'The member proof of the drafts has the proof type jwt';
  if (!isObject(proof)) throw invalidProof(text, { reason: 'proof_format', facts: { detail: 'no_object' } });
  if (proof.proof_type !== 'jwt') throw invalidProof(text, otherType(['jwt'], proof.proof_type));
  if (typeof proof.jwt !== 'string') throw invalidProof(text, { reason: 'proof_format', facts: { detail: 'no_text' } });
  return { proofType: 'jwt', proofs: [proof.jwt] };
}

function several(proofs: unknown): Proofs {
  // OpenID4VCI 1.0, 8.2: exactly one member, named by the proof type.
  const [name, ...more] = isObject(proofs) ? Object.keys(proofs) : [];
  const text = 'proofs must have one member, jwt or attestation, an array';
  if (!isObject(proofs)) throw invalidProof(text, { reason: 'proof_format', facts: { detail: 'no_object' } });
  if (name === undefined) throw invalidProof(text, { reason: 'proof_missing', facts: { expectedAny: TYPES } });
  if (more.length > 0 || (name !== 'jwt' && name !== 'attestation')) {
    throw invalidProof(text, otherType(TYPES, [name, ...more]));
  }
  const jwts = textsOf(proofs[name]);
  // Appendix F.3: exactly one attestation, of all keys.
  if (name === 'attestation' && jwts.length > 1) {
    const facts = { count: jwts.length, most: 1 };
    throw invalidProof('Only one key attestation is accepted', { reason: 'proof_count', facts });
  }
  return { proofType: name, proofs: jwts };
}

function textsOf(value: Json | undefined): readonly string[] {
  if (!Array.isArray(value)) {
    throw invalidProof('The proofs must be an array', { reason: 'proof_format', facts: { detail: 'no_array' } });
  }
  return value.map((jwt: unknown) => {
    if (typeof jwt !== 'string') {
      throw invalidProof('A key proof must be a string', { reason: 'proof_format', facts: { detail: 'no_text' } });
    }
    return jwt;
  });
}

function noProof(): ProtocolError {
  return invalidProof('A key proof is needed', { reason: 'proof_missing', facts: { expectedAny: TYPES } });
}

function otherType(expectedAny: readonly string[], received: unknown): Reasoned {
  return { reason: 'proof_type', facts: { expectedAny, ...receivedFact(received) } };
}

function invalidProof(description: string, why: Reasoned): ProtocolError {
  return new ProtocolError('invalid_proof', description, why);
}

function invalid(description: string, why: Reasoned): ProtocolError {
  return new ProtocolError('invalid_credential_request', description, why);
}
