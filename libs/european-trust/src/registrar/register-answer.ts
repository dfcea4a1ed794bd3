/** A register's signed responses (EUDI TS5): only content signed by its own certificate is used. */
import { X509Certificate } from 'node:crypto';
import { CertificateError } from '@countersign/shared/crypto/certificate-error';
import { verifiedCertificates } from '@countersign/shared/crypto/certificate-path';
import { checkSignature, type ParsedJwt, parseJwt, SIGNATURE_ALGORITHMS } from '@countersign/shared/crypto/jwt';
import { JwtError } from '@countersign/shared/crypto/jwt-error';
import { type Json, type JsonObject, own } from '@countersign/shared/kernel/json';
import { factText } from '@countersign/shared/kernel/reasons/facts';
import { RegistrarError } from './registrar-error.ts';

/** Characters: fifty entries in every language of the Union. */
const MAX_LENGTH = 1024 * 1024;
const MOST_MEMBERS = 100_000;
const MAX_CERTIFICATES = 6;
/** Seconds. */
const SKEW = 60;
const OLDEST = 86_400;

export interface RegisterTrust {
  /** Certificates of the register, or of the authorities above them. */
  readonly anchors: readonly X509Certificate[];
  /** The responses' `iss`. */
  readonly issuer: string;
  /** Milliseconds. */
  readonly now: number;
}

/** @returns the payload, which has `data` @throws RegistrarError */
export function readRegisterAnswer(text: string, trust: RegisterTrust): JsonObject {
  const jwt = parsed(text.trim());
  const signer = signerOf(jwt.header, trust);
  signed(() => checkSignature(jwt, signer.publicKey));
  checkClaims(jwt.payload, trust);
  return jwt.payload;
}

function parsed(text: string): ParsedJwt {
  try {
    return parseJwt(text, {
      maxLength: MAX_LENGTH,
      mostMembers: MOST_MEMBERS,
      algorithms: SIGNATURE_ALGORITHMS,
      understood: ['iat', 'x5c'],
    });
  } catch (cause) {
    if (!(cause instanceof JwtError)) throw cause;
    throw new RegistrarError('registrar_answer_malformed', { detail: cause.reason }, cause);
  }
}

/** The chain is in the header. Addresses of keys are never followed. */
function signerOf(header: JsonObject, { anchors, now }: RegisterTrust): X509Certificate {
  const x5c = own(header, 'x5c');
  const elements = Array.isArray(x5c) ? (x5c as readonly Json[]) : [];
  if (elements.length === 0 || elements.length > MAX_CERTIFICATES) throw untrusted('chain_missing');
  try {
    const sent = elements.map((one) => new X509Certificate(Buffer.from(String(one), 'base64')).raw);
    const chain = sent.filter((raw, index) => index === 0 || !anchors.some((anchor) => anchor.raw.equals(raw)));
    const [leaf] = verifiedCertificates(chain, anchors, now, 'attestation');
    if (leaf !== undefined) return leaf;
  } catch (cause) {
    if (cause instanceof CertificateError) throw untrusted('chain', cause);
    throw new RegistrarError('registrar_answer_malformed', { detail: 'x5c' }, cause);
  }
  throw untrusted('chain');
}

function signed(check: () => void): void {
  try {
    check();
  } catch (cause) {
    if (!(cause instanceof JwtError)) throw cause;
    throw untrusted('signature', cause);
  }
}

function checkClaims(payload: JsonObject, { issuer, now }: RegisterTrust): void {
  const { iss, iat } = payload;
  if (iss !== issuer) {
    const received = factText(String(iss));
    throw new RegistrarError('registrar_answer_untrusted', { detail: 'iss', expected: issuer, received });
  }
  if (!Number.isSafeInteger(iat)) throw new RegistrarError('registrar_answer_malformed', { detail: 'iat' });
  const offsetSeconds = (iat as number) - Math.floor(now / 1000);
  if (offsetSeconds > SKEW || offsetSeconds < -OLDEST) {
    throw new RegistrarError('registrar_answer_untrusted', { detail: 'iat', offsetSeconds });
  }
  if (own(payload, 'data') === undefined) throw new RegistrarError('registrar_answer_malformed', { detail: 'data' });
}

function untrusted(detail: string, cause?: unknown): RegistrarError {
  return new RegistrarError('registrar_answer_untrusted', { detail }, cause);
}
