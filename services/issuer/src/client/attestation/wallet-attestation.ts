/**
 * Attestation-based client authentication (draft-ietf-oauth-attestation-based-client-auth; OpenID4VCI 1.0, appendix E; HAIP 1.0,
 * 4.4.1): the attestation of a wallet instance by its provider. Pure; attestation-pop.ts checks the proof of possession.
 */
import type { X509Certificate } from 'node:crypto';
import {
  checkSignature,
  checkType,
  type ParsedJwt,
  parseJwt,
  type SignatureAlgorithm,
} from '@countersign/shared/crypto/jwt';
import { JwtError } from '@countersign/shared/crypto/jwt-error';
import type { KnownKeys } from '@countersign/shared/crypto/known-keys';
import { checkTimes, timeClaim } from '@countersign/shared/crypto/time-claims';
import { checkAnchorNotSent, verifyCertificatePath } from '@countersign/shared/crypto/x5c';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { isObject, type JsonObject, own } from '@countersign/shared/kernel/json';
import type { Facts } from '@countersign/shared/kernel/reasons/facts';
import type { Reasoned } from '@countersign/shared/kernel/reasons/reasons';
import { offsetFact } from '@countersign/shared/kernel/reasons/received';
import { type StatusEntry, statusEntry } from '@countersign/shared/trust/status-reference';
import { allAs, type ReasonOfJwt, reasonOfJwt } from '../reason-of-jwt.ts';
import { importSignatureJwk, type SignatureKey } from './signature-jwk.ts';

/** The signature algorithms of attestations and of their proofs of possession (EU TS 3, 2.6). */
export const ATTESTATION_ALGORITHMS: readonly SignatureAlgorithm[] = ['ES256', 'ES384', 'ES512'];

export interface ClientAttestationInput {
  /** Value of the header `OAuth-Client-Attestation`. */
  readonly attestation: string;
  /** The tenant's anchors of wallet providers. */
  readonly anchors: readonly X509Certificate[];
  /** Whether `x5c` may contain the anchor. HAIP 1.0, 4.4.1, forbids it. */
  readonly anchorInChain: 'ignored' | 'refused';
  /** The parameter `client_id`. */
  readonly clientId: string | undefined;
  /** Milliseconds. */
  readonly now: number;
  /** Seconds after `iat` at which an attestation is too old although it has not expired; 0: only its `exp` decides. */
  readonly maxAge: number;
  /** The place where the operator puts the anchors, for the backend. */
  readonly trustPlace?: () => string;
  readonly known?: KnownKeys | undefined;
}

export interface VerifiedAttestation {
  /** `sub`: the same for all instances of the wallet. */
  readonly clientId: string;
  /** `cnf.jwk`. */
  readonly instance: SignatureKey;
  /** The provider's certificate. */
  readonly signer: X509Certificate;
  /** The place of its status; `exp`, in seconds, is the time until which the provider keeps it. */
  readonly status?: StatusEntry & { readonly exp?: number };
}

/** Characters. */
const MAX_ATTESTATION = 16_384;
const MAX_CLIENT_ID = 512;

/**
 * Checks an attestation, except its status.
 * @throws ProtocolError `invalid_client_attestation`; `use_fresh_attestation` if it is too old
 */
export function verifyClientAttestation(input: ClientAttestationInput): VerifiedAttestation {
  const place = (): Facts => (input.trustPlace === undefined ? {} : { place: input.trustPlace() });
  const { jwt, signer } = attestationError(() => verifiedJwt(input), ATTESTATION, place);
  // Every error here is about a member of the attestation.
  const instance = attestationError(
    () => instanceOf(jwt, input.known),
    FORM,
    () => ({ claim: 'cnf' }),
  );
  const { payload } = jwt;
  checkAge(payload, input);
  const clientId = own(payload, 'sub');
  if (typeof clientId !== 'string' || clientId === '' || clientId.length > MAX_CLIENT_ID) {
    throw invalidAttestation('sub must be the client_id', {
      reason: 'client_attestation_format',
      facts: { claim: 'sub' },
    });
  }
  if (input.clientId !== undefined && input.clientId !== clientId) {
    const facts = { expected: clientId, received: input.clientId };
    const why = { reason: 'client_attestation_client', facts } as const;
    throw invalidAttestation('client_id does not match the client attestation', why);
  }
  const status = attestationError(() => statusOf(payload), FORM);
  return { clientId, instance, signer, ...(status === undefined ? {} : { status }) };
}

function verifiedJwt({ attestation, anchors, anchorInChain, now, known }: ClientAttestationInput): {
  readonly jwt: ParsedJwt;
  readonly signer: X509Certificate;
} {
  // In earlier drafts `iss` identifies the provider. Here the certificate does.
  const jwt = parseJwt(attestation, { maxLength: MAX_ATTESTATION, algorithms: ATTESTATION_ALGORITHMS });
  const { header, payload } = jwt;
  checkType(header, 'oauth-client-attestation+jwt');
  const x5c = own(header, 'x5c');
  const signer = verifyCertificatePath(x5c, anchors, now, 'attestation', known);
  if (anchorInChain === 'refused') checkAnchorNotSent(x5c, anchors);
  checkSignature(jwt, signer.publicKey);
  if (timeClaim(payload, 'exp') === undefined) throw new JwtError('claim', { facts: { claim: 'exp' } });
  checkTimes(payload, now);
  return { jwt, signer };
}

function instanceOf({ payload }: ParsedJwt, known: KnownKeys | undefined): SignatureKey {
  const cnf = own(payload, 'cnf');
  return importSignatureJwk(isObject(cnf) ? own(cnf, 'jwk') : undefined, known);
}

function checkAge(payload: JsonObject, { maxAge, now }: ClientAttestationInput): void {
  if (maxAge === 0) return;
  // Without `iat` its age is unknown.
  const iat = timeClaim(payload, 'iat') ?? 0;
  if (now / 1000 - iat > maxAge) {
    const facts = { claim: 'iat', ...offsetFact(timeClaim(payload, 'iat'), now), limitSeconds: maxAge };
    throw new ProtocolError('use_fresh_attestation', 'The client attestation is too old', {
      reason: 'client_attestation_age',
      facts,
    });
  }
}

/** EU TS 3, 2.3.1: `client_status` with its `exp`; OpenID4VCI 1.0, E.1: `status`. */
function statusOf(payload: JsonObject): VerifiedAttestation['status'] {
  const clientStatus = own(payload, 'client_status');
  const status = isObject(clientStatus) ? own(clientStatus, 'status') : own(payload, 'status');
  if (status === undefined && clientStatus === undefined) return undefined;
  const entry = statusEntry(status);
  if (entry === undefined) throw new JwtError('claim', { facts: { claim: 'status' } });
  const exp = isObject(clientStatus) ? timeClaim(clientStatus, 'exp') : undefined;
  return { ...entry, ...(exp === undefined ? {} : { exp }) };
}

const FORM: ReasonOfJwt = allAs('client_attestation_format');
const ATTESTATION: ReasonOfJwt = {
  ...FORM,
  signature: 'client_attestation_signature',
  key: 'client_attestation_signature',
  certificate_path: 'client_attestation_untrusted',
  expired: 'client_attestation_expired',
  not_yet_valid: 'client_attestation_time',
};

/**
 * Runs a check of a client attestation or its proof. @throws ProtocolError `invalid_client_attestation` instead of
 * JwtError
 */
export function attestationError<T>(check: () => T, reasons: ReasonOfJwt = ATTESTATION, more?: () => Facts): T {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof JwtError)) throw error;
    throw invalidAttestation(
      'The client attestation is not valid',
      reasonOfJwt(error, reasons, more?.() ?? {}),
      error.reason,
    );
  }
}

/** @param detail for the log */
export function invalidAttestation(description: string, why: Reasoned, detail?: string): ProtocolError {
  const more = detail === undefined ? {} : { detail };
  return new ProtocolError('invalid_client_attestation', description, { ...why, ...more });
}
