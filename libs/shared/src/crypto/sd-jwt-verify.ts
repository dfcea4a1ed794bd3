/** Verifying SD-JWT VC credentials and presentations (RFC 9901, 7; SD-JWT VC). Pure; the time is an argument. */
import type { KeyObject, X509Certificate } from 'node:crypto';
import type { Json, JsonObject } from '../json.ts';
import { isObject, own } from '../json.ts';
import { verifyCertificatePath } from './certificate-path.ts';
import { checkSignature, checkType, parseJwt } from './jwt.ts';
import { JwtError } from './jwt-error.ts';
import { type KeyBinding, type KeyBindingPolicy, verifyKeyBinding } from './key-binding.ts';
import { discloseClaims } from './sd-jwt-disclosures.ts';
import { MAX_SD_JWT_LENGTH, parseSdJwt } from './sd-jwt-parse.ts';
import { checkTimes } from './time-claims.ts';

/** Whom to believe: one known key, or any leaf under these CA certificates (named by `x5c`). */
export type IssuerTrust = { readonly key: KeyObject } | { readonly anchors: readonly X509Certificate[] };

export interface VerifySdJwtVcOptions {
  readonly token: unknown;
  readonly trust: IssuerTrust;
  /** Milliseconds. */
  readonly now: number;
  /**
   * Set: a Key Binding JWT is required and checked. Not set: one is refused, because nobody would check it.
   * The policy of the verifier decides, never the presence (RFC 9901, 7.3).
   */
  readonly keyBinding?: KeyBindingPolicy;
}

export interface VerifiedSdJwtVc {
  readonly header: JsonObject;
  /** All claims that were disclosed. */
  readonly claims: JsonObject & { readonly vct: string };
  /** The issuer's certificate where trust came from `x5c`. */
  readonly certificate?: X509Certificate;
  readonly keyBinding?: KeyBinding;
}

/** `vc+sd-jwt` is what older issuers write. */
const TYPES = ['dc+sd-jwt', 'vc+sd-jwt'];

/**
 * Verifies issuer signature, disclosures, times and, by policy, key binding. Status, `vct` against a query and
 * `vct#integrity` are the caller's.
 * @throws JwtError
 */
export function verifySdJwtVc(options: VerifySdJwtVcOptions): VerifiedSdJwtVc {
  const { token, trust, now, keyBinding: policy } = options;
  const { jwt, disclosures, keyBinding, presented } = parseSdJwt(token);
  const parsed = parseJwt(jwt, { maxLength: MAX_SD_JWT_LENGTH });
  checkType(parsed.header, TYPES);
  const certificate =
    'anchors' in trust ? verifyCertificatePath(own(parsed.header, 'x5c'), trust.anchors, now) : undefined;
  checkSignature(parsed, 'anchors' in trust ? leafKey(certificate) : trust.key);
  const claims = discloseClaims(parsed.payload, disclosures);
  checkRegistered(claims);
  checkTimes(claims, now);
  const verified = { header: parsed.header, claims, ...(certificate === undefined ? {} : { certificate }) };
  if (policy === undefined) {
    if (keyBinding !== undefined) throw new JwtError('key_binding_not_expected');
    return verified;
  }
  if (keyBinding === undefined) throw new JwtError('key_binding_missing');
  return { ...verified, keyBinding: verifyKeyBinding({ keyBinding, presented, claims, policy, now }) };
}

function leafKey(certificate: X509Certificate | undefined): KeyObject {
  if (certificate === undefined) throw new JwtError('certificate_path');
  return certificate.publicKey;
}

/** SD-JWT VC, "Registered JWT Claims": types of what the format itself gives a meaning. */
function checkRegistered(claims: JsonObject): asserts claims is JsonObject & { readonly vct: string } {
  const vct = own(claims, 'vct');
  if (typeof vct !== 'string' || vct === '') throw new JwtError('claim');
  if (!['iss', 'vct#integrity'].every((name) => isAbsentOr(own(claims, name), (value) => typeof value === 'string'))) {
    throw new JwtError('claim');
  }
  if (!['cnf', 'status'].every((name) => isAbsentOr(own(claims, name), isObject))) throw new JwtError('claim');
}

function isAbsentOr(value: Json | undefined, test: (value: Json) => boolean): boolean {
  return value === undefined || test(value);
}
