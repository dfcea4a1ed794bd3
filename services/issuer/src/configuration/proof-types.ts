/** Proof types of a credential configuration: `proof_types_supported` (OpenID4VCI 1.0, 12.2.4 and Appendix F). Pure. */
import type { SignatureAlgorithm } from '@countersign/shared/crypto/jwt';
import type { FieldError } from '@countersign/shared/kernel/errors';
import { isObject, type Json, type JsonObject, own } from '@countersign/shared/kernel/json';

export type ProofTypeName = 'jwt' | 'attestation';

/** Accepted levels (`key_attestations_required`): a list that is absent accepts any level, and none. */
export interface AttestationLevels {
  readonly keyStorage?: readonly string[];
  readonly userAuthentication?: readonly string[];
}

export interface ProofType {
  /** Of key attestations. A `jwt` proof itself is ES256: credentials are bound to P-256 keys. */
  readonly algorithms: readonly SignatureAlgorithm[];
  /** Present where a key attestation is required. */
  readonly attested?: AttestationLevels;
}

export type ProofTypes = Readonly<Partial<Record<ProofTypeName, ProofType>>>;

const NAMES: readonly ProofTypeName[] = ['jwt', 'attestation'];
const ALGORITHMS: readonly SignatureAlgorithm[] = ['ES256', 'ES384', 'ES512'];
const POINTER = '/config/proof_types_supported';
const PERIOD = 'preferred_key_storage_status_period';

/** Of a configuration that names none, for a tenant that requires no attestation. */
export const PLAIN_PROOF_TYPES: JsonObject = { jwt: { proof_signing_alg_values_supported: ['ES256'] } };

/** The same, read. */
export const PLAIN: ProofTypes = { jwt: { algorithms: ['ES256'] } };

const ATTESTED: JsonObject = { proof_signing_alg_values_supported: [...ALGORITHMS], key_attestations_required: {} };

/** Of a configuration that names none, under HAIP: both types, at any level (EU TS 3, 2.2.2.2). */
export const ATTESTED_PROOF_TYPES: JsonObject = { jwt: ATTESTED, attestation: ATTESTED };

/** @param supported a value without findings */
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

/** What is wrong with `proof_types_supported` as written; nothing where it is absent. */
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
  // Without an attestation the algorithm is that of the proof alone.
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
  return Object.entries(required).flatMap(([member, value]) => {
    const detail = wrongMember(member, value);
    return detail === undefined ? [] : [{ pointer: `${pointer}/${member}`, detail }];
  });
}

function wrongMember(member: string, value: Json | undefined): string | undefined {
  if (member === PERIOD) return isPeriod(value) ? undefined : 'The period is a whole number of seconds, from 1';
  if (member !== 'key_storage' && member !== 'user_authentication') return 'No member of key_attestations_required';
  // OpenID4VCI 1.0, Appendix D.2: non-empty arrays
  return isTextList(value) ? undefined : 'The accepted levels are a list of names, not empty';
}

function isPeriod(value: Json | undefined): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}

function isTextList(value: Json | undefined): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string' && one !== '');
}
