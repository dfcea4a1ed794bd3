/**
 * Key proofs of the types `jwt` and `attestation` (OpenID4VCI 1.0, Appendix F): pure. The caller marks the nonce as
 * used and checks the attestations' status.
 */
import type { X509Certificate } from 'node:crypto';
import { importPublicJwk, jwkThumbprint, publicJwk } from '@countersign/shared/crypto/jwk';
import { checkSignature, checkType, type ParsedJwt, parseJwt } from '@countersign/shared/crypto/jwt';
import { JwtError } from '@countersign/shared/crypto/jwt-error';
import type { PublicJwk } from '@countersign/shared/crypto/keys';
import type { KnownKeys } from '@countersign/shared/crypto/known-keys';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { type Json, type JsonObject, own } from '@countersign/shared/kernel/json';
import type { Reasoned } from '@countersign/shared/kernel/reasons/reasons';
import { allAs, type ReasonOfJwt, reasonOfJwt } from '../client/reason-of-jwt.ts';
import type { ProofType, ProofTypeName, ProofTypes } from '../configuration/proof-types.ts';
import type { AttestationStatus } from '../session/attestation-status.ts';
import {
  checkKeyAttestation,
  type KeyAttestation,
  type KeyAttestationRules,
  trustedAttestation,
  verifyKeyAttestation,
} from './key-attestation.ts';
import { checkProofClaims, invalidProof, type ProofClaimsInput } from './proof-claims.ts';
import { provenKey } from './proof-key.ts';

export interface KeyProofInput extends ProofClaimsInput {
  readonly proofType: ProofTypeName;
  readonly proofs: readonly string[];
  /** The configuration's. */
  readonly proofTypes: ProofTypes;
  /** Why a nonce is refused; undefined if it was issued here and has not expired. */
  readonly nonceRefusal: (nonce: string) => Reasoned | undefined;
  /** The tenant's wallet providers. */
  readonly anchors: readonly X509Certificate[];
  readonly anchorInChain: KeyAttestationRules['anchorInChain'];
  /** The place of the anchors, for the backend. */
  readonly anchorPlace: () => string;
  /** Maximum number of keys that receive a credential. */
  readonly most: number;
  readonly known?: KnownKeys | undefined;
}

export interface KeyProofs {
  /** The keys to issue for, all different: the attestations' keys, otherwise one per proof, in order. */
  readonly keys: readonly PublicJwk[];
  /** The one nonce of all proofs. */
  readonly nonce: string;
  /** The key attestations' statuses, to check before issuing. */
  readonly statuses: readonly AttestationStatus[];
}

const MAX_LENGTH = 16_384;
/** A key attestation is part of the header, and so encoded twice. */
const MAX_LENGTH_ATTESTED = 49_152;

/** One proof, or the attestation that is one. */
interface CheckedProof {
  readonly nonce: string;
  readonly keys: readonly { readonly jwk: PublicJwk; readonly thumbprint: string }[];
  readonly attestation?: KeyAttestation;
}

/** Whether the proofs may contain a key attestation, so that trust anchors are needed. */
export function mayBeAttested({ proofType, proofs }: Pick<KeyProofInput, 'proofType' | 'proofs'>): boolean {
  return proofType === 'attestation' || proofs.some(hasAttestation);
}

/**
 * Checks all proofs of one credential request.
 * @throws ProtocolError `invalid_proof`, `invalid_nonce`
 */
export function verifyKeyProofs(input: KeyProofInput): KeyProofs {
  const type = input.proofTypes[input.proofType];
  if (type === undefined) {
    const facts = { expectedAny: Object.keys(input.proofTypes), received: input.proofType };
    throw invalidProof(`This credential does not accept proofs of the type ${input.proofType}`, {
      reason: 'proof_type',
      facts,
    });
  }
  const checked = input.proofType === 'jwt' ? jwtProofs(input, type) : [attestationProof(input, type)];
  const nonces = new Set<string>();
  const keys = new Map<string, PublicJwk>();
  const attestations = new Set<KeyAttestation>();
  for (const proof of checked) {
    nonces.add(proof.nonce);
    for (const { jwk, thumbprint } of proof.keys) keys.set(thumbprint, jwk);
    if (proof.attestation !== undefined) attestations.add(proof.attestation);
  }
  const [nonce] = nonces;
  if (nonce === undefined) throw invalidProof('A key proof is needed', { reason: 'proof_missing' });
  if (nonces.size > 1) {
    const facts = { count: nonces.size };
    throw invalidProof('All proofs of a request carry the same nonce', { reason: 'proof_nonces_differ', facts });
  }
  const refusal = input.nonceRefusal(nonce);
  if (refusal !== undefined) throw invalidNonce(refusal);
  // Appendix F.1: an attestation may have been created without our nonce, but not with a different one.
  for (const attestation of attestations) {
    if (attestation.nonce === undefined || attestation.nonce === nonce) continue;
    throw invalidNonce({ reason: 'key_attestation_nonce', facts: { detail: 'differs' } });
  }
  checkDistinct(checked);
  return {
    keys: [...keys.values()].slice(0, input.most),
    nonce,
    statuses: [...attestations].flatMap(({ statuses }) => statuses),
  };
}

/**
 * One credential per key, as two with one key could be linked. Proofs with attestations may repeat keys: each is used
 * once.
 */
function checkDistinct(checked: readonly CheckedProof[]): void {
  const thumbprints = new Set<string>();
  let plain = 0;
  for (const { attestation, keys } of checked) {
    if (attestation !== undefined) continue;
    plain += 1;
    for (const { thumbprint } of keys) thumbprints.add(thumbprint);
  }
  const { size } = thumbprints;
  if (size === plain) return;
  const facts = { count: plain - size };
  throw invalidProof('Two proofs of the request have the same key', { reason: 'proof_key_repeated', facts });
}

function attestationProof(input: KeyProofInput, type: ProofType): CheckedProof {
  const attestation = verifyKeyAttestation(input.proofs[0], rulesOf(input, type, false));
  const { keys, nonce } = attestation;
  if (nonce === undefined) {
    throw invalidProof('nonce is missing', { reason: 'key_attestation_nonce', facts: { detail: 'missing' } });
  }
  return { nonce, keys, attestation };
}

function rulesOf(
  { anchors, anchorInChain, anchorPlace, now, known }: KeyProofInput,
  type: ProofType,
  expRequired: boolean,
): KeyAttestationRules {
  const { algorithms, attested: levels = {} } = type;
  return { anchors, anchorInChain, anchorPlace, now, algorithms, levels, expRequired, known };
}

/** Wallets send one attestation with several proofs: it is verified once. */
function jwtProofs(input: KeyProofInput, type: ProofType): readonly CheckedProof[] {
  const seen = new Map<Json, KeyAttestation | undefined>();
  const attestationOf = (header: JsonObject): KeyAttestation | undefined => {
    const token = own(header, 'key_attestation') ?? null;
    if (!seen.has(token)) seen.set(token, jwtAttestation(token, rulesOf(input, type, true), type));
    return seen.get(token);
  };
  return input.proofs.map((proof) => jwtProof(proof, input, attestationOf));
}

/** Undefined without an attestation, and for one of an unknown provider if none is required. */
function jwtAttestation(token: Json, rules: KeyAttestationRules, type: ProofType): KeyAttestation | undefined {
  if (type.attested !== undefined) {
    if (token === null) {
      const facts = { parameter: 'key_attestation' };
      throw invalidProof("This credential needs a key attestation in the proof's header", {
        reason: 'key_attestation_missing',
        facts,
      });
    }
    return verifyKeyAttestation(token, rules);
  }
  const trusted = token === null ? undefined : trustedAttestation(token, rules);
  return trusted === undefined ? undefined : checkKeyAttestation(trusted, rules);
}

function jwtProof(
  proof: string,
  input: KeyProofInput,
  attestationOf: (header: JsonObject) => KeyAttestation | undefined,
): CheckedProof {
  const parsed = jwtOr(() => parsedProof(proof));
  const attestation = attestationOf(parsed.header);
  const key = attestation === undefined ? headerKey(parsed.header) : provenKey(parsed.header, attestation.keys);
  if (key === undefined) {
    const facts = { detail: 'not_attested', parameters: keyNames(parsed.header) };
    throw invalidProof('The proof does not identify an attested key', { reason: 'proof_key', facts });
  }
  jwtOr(() => checkSignature(parsed, importPublicJwk(key.jwk, input.known)));
  const nonce = checkProofClaims(parsed.payload, input);
  return attestation === undefined ? { nonce, keys: [key] } : { nonce, keys: attestation.keys, attestation };
}

function parsedProof(proof: string): ParsedJwt {
  const parsed = parseJwt(proof, { maxLength: hasAttestation(proof) ? MAX_LENGTH_ATTESTED : MAX_LENGTH });
  checkType(parsed.header, 'openid4vci-proof+jwt');
  return parsed;
}

function hasAttestation(proof: string): boolean {
  const end = proof.indexOf('.');
  return Buffer.from(proof.slice(0, Math.max(0, end)), 'base64url').includes('"key_attestation"');
}

/** Without an attestation: Appendix F.1, exactly one of jwk, kid, x5c; only jwk is advertised. */
function headerKey(header: JsonObject): { readonly jwk: PublicJwk; readonly thumbprint: string } {
  if (header.kid !== undefined || header.x5c !== undefined) {
    const facts = { detail: 'not_by_jwk', parameters: keyNames(header) };
    throw invalidProof('The proof must contain its key only as jwk', { reason: 'proof_key', facts });
  }
  // cnf contains only the members of a public key (SD-JWT VC: no other members).
  const jwk = jwtOr(() => publicJwk(own(header, 'jwk')));
  return { jwk, thumbprint: jwkThumbprint(jwk) };
}

/** The members of a header that identify its key. */
function keyNames(header: JsonObject): readonly string[] {
  return ['jwk', 'kid', 'x5c'].filter((name) => Object.hasOwn(header, name));
}

const REASONS = {
  ...allAs('proof_format'),
  type: 'proof_typ',
  algorithm: 'proof_algorithm',
  key: 'proof_key',
  signature: 'proof_signature',
} as const satisfies ReasonOfJwt;

function jwtOr<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof JwtError)) throw error;
    throw new ProtocolError('invalid_proof', 'The key proof is not a valid signed JWT', {
      detail: error.reason,
      ...reasonOfJwt(error, REASONS),
    });
  }
}

/** @param why for the backend: the wallet receives one text for all causes */
export function invalidNonce(why: Reasoned): ProtocolError {
  return new ProtocolError('invalid_nonce', 'The nonce is no longer valid; fetch a new one', why);
}
