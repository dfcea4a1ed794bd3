/** Proof types of a credential configuration: `proof_types_supported` (OpenID4VCI 1.0, 12.2.4 and Appendix F). Pure. */
import {
  attestationMembers,
  proofTypes as describedTypes,
  PROOF_ALGORITHMS,
} from '@countersign/shared/configuration-documents/credential-entry';
import { compileMembers } from '@countersign/shared/configuration-documents/member-findings';
import type { SignatureAlgorithm } from '@countersign/shared/crypto/jwt';
import type { FieldError } from '@countersign/shared/kernel/errors';
import { isObject, type Json, type JsonObject, own } from '@countersign/shared/kernel/json';

export type ProofTypeName = keyof typeof describedTypes;

/** Accepted levels (`key_attestations_required`). Without a list every level is accepted, and no level at all. */
export interface AttestationLevels {
  readonly keyStorage?: readonly string[];
  readonly userAuthentication?: readonly string[];
}

export interface ProofType {
  /** For key attestations. A `jwt` proof itself is ES256: credentials are bound to P-256 keys. */
  readonly algorithms: readonly SignatureAlgorithm[];
  /** Set if a key attestation is required. */
  readonly attested?: AttestationLevels;
}

export type ProofTypes = Readonly<Partial<Record<ProofTypeName, ProofType>>>;

const NAMES = Object.keys(describedTypes) as ProofTypeName[];
const ALGORITHMS: readonly SignatureAlgorithm[] = PROOF_ALGORITHMS;
const POINTER = '/config/proof_types_supported';
const checkLevels = compileMembers(attestationMembers);

/** Default for a configuration of a tenant that requires no attestation. */
export const PLAIN_PROOF_TYPES: JsonObject = { jwt: { proof_signing_alg_values_supported: ['ES256'] } };

/** The same, read. */
export const PLAIN: ProofTypes = { jwt: { algorithms: ['ES256'] } };

const ATTESTED: JsonObject = { proof_signing_alg_values_supported: [...ALGORITHMS], key_attestations_required: {} };

/** Default for a configuration under HAIP: both types, at any level (EU TS 3, 2.2.2.2). */
export const ATTESTED_PROOF_TYPES: JsonObject = { jwt: ATTESTED, attestation: ATTESTED };

/** @param supported a value without errors */
export function proofTypesOf(supported: Json | undefined): ProofTypes {
  return Object.fromEntries(
    NAMES.flatMap((name) => {
      const written = isObject(supported) ? own(supported, name) : undefined;
      return isObject(written) ? [[name, proofTypeOf(written)]] : [];
    }),
  );
}

function proofTypeOf(written: JsonObject): ProofType {
  const listed = written.proof_signing_alg_values_supported as readonly string[];
  const algorithms = ALGORITHMS.filter((algorithm) => listed.includes(algorithm));
  const required = own(written, 'key_attestations_required');
  if (!isObject(required)) return { algorithms };
  const keyStorage = own(required, 'key_storage') as readonly string[] | undefined;
  const userAuthentication = own(required, 'user_authentication') as readonly string[] | undefined;
  return {
    algorithms,
    attested: {
      ...(keyStorage === undefined ? {} : { keyStorage }),
      ...(userAuthentication === undefined ? {} : { userAuthentication }),
    },
  };
}

/** What is wrong with `proof_types_supported` as written; nothing if it is absent. */
export function proofTypesFindings(supported: Json | undefined): readonly FieldError[] {
  if (supported === undefined) return [];
  const names = isObject(supported) ? Object.keys(supported) : [];
  const known = names.length > 0 && names.every((name) => NAMES.some((one) => one === name));
  return [
    ...(known ? [] : [{ pointer: POINTER, detail: 'Only the proof types jwt and attestation are built' }]),
    ...NAMES.flatMap((name) => {
      const written = isObject(supported) ? own(supported, name) : undefined;
      return written === undefined ? [] : proofTypeFindings(name, written);
    }),
  ];
}

function proofTypeFindings(name: ProofTypeName, written: Json): readonly FieldError[] {
  const required = isObject(written) ? own(written, 'key_attestations_required') : undefined;
  const listed = isObject(written) ? own(written, 'proof_signing_alg_values_supported') : undefined;
  return [
    ...(areAlgorithms(listed, name === 'jwt' && required === undefined) ? [] : [wrongAlgorithms(name)]),
    ...(required === undefined ? [] : levelFindings(`${POINTER}/${name}/key_attestations_required`, required)),
  ];
}

function areAlgorithms(listed: Json | undefined, plain: boolean): boolean {
  if (!Array.isArray(listed) || listed.length === 0) return false;
  // Without an attestation only the proof determines the algorithm.
  if (plain) return listed.length === 1 && listed[0] === 'ES256';
  return new Set(listed).size === listed.length && listed.every((one) => ALGORITHMS.some((known) => known === one));
}

function wrongAlgorithms(name: ProofTypeName): FieldError {
  const detail =
    name === 'jwt'
      ? 'A jwt proof lists ES256 in proof_signing_alg_values_supported; with key_attestations_required ES384 and ES512 too'
      : 'An attestation lists ES256, ES384 or ES512 in proof_signing_alg_values_supported';
  return { pointer: POINTER, detail };
}

function levelFindings(pointer: string, required: Json): readonly FieldError[] {
  if (!isObject(required)) return [{ pointer, detail: 'key_attestations_required is an object, {} for any level' }];
  const unknown = Object.keys(required).filter((member) => !Object.hasOwn(attestationMembers, member));
  return [
    ...unknown.map((member) => ({ pointer: `${pointer}/${member}`, detail: 'No member of key_attestations_required' })),
    ...checkLevels(required, pointer),
  ];
}
