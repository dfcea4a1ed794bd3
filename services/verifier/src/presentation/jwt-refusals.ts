/** Maps the reasons of JwtError to the reasons of a refused presentation. */
import { JwtError, type JwtReason } from '@countersign/shared/crypto/jwt-error';
import type { Facts } from '@countersign/shared/kernel/reasons/facts';
import { type PresentationReason, refusalWith } from '../session/presentation-error.ts';

/** The string is not a token at all. */
const unreadable = {
  too_long: 'presentation_format',
  not_compact: 'presentation_format',
  not_base64url: 'presentation_format',
  not_json: 'presentation_format',
  duplicate_member: 'presentation_format',
  reserved_member: 'presentation_format',
  too_deep: 'presentation_format',
  not_sd_jwt: 'presentation_format',
  status_list: 'presentation_format',
} as const;

const issuerReasons = {
  ...unreadable,
  algorithm: 'issuer_header',
  critical_header: 'issuer_header',
  type: 'issuer_header',
  signature: 'issuer_signature',
  certificate_path: 'issuer_trust',
  key: 'issuer_header',
  claim: 'time',
  expired: 'time',
  not_yet_valid: 'time',
  hash_algorithm: 'disclosure',
  disclosure: 'disclosure',
  unreferenced_disclosure: 'disclosure',
  digest: 'disclosure',
  repeated_digest: 'disclosure',
  name_taken: 'disclosure',
  never_disclosable: 'disclosure',
} as const satisfies Readonly<Record<JwtReason, PresentationReason>>;

const keyBindingReasons = {
  ...unreadable,
  type: 'kb_signature',
  algorithm: 'kb_signature',
  critical_header: 'kb_signature',
  signature: 'kb_signature',
  key: 'kb_signature',
  claim: 'kb_iat',
  expired: 'kb_iat',
  not_yet_valid: 'kb_iat',
  certificate_path: 'presentation_format',
  hash_algorithm: 'presentation_format',
  disclosure: 'presentation_format',
  unreferenced_disclosure: 'presentation_format',
  digest: 'presentation_format',
  repeated_digest: 'presentation_format',
  name_taken: 'presentation_format',
  never_disclosable: 'presentation_format',
} as const satisfies Readonly<Record<JwtReason, PresentationReason>>;

/** The parameter of the header that a refusal is about. */
const parameters: Partial<Record<JwtReason, string>> = { algorithm: 'alg', type: 'typ' };

/** More facts for a refusal than the error has. */
export type FurtherFacts = (reason: JwtReason) => Facts;

/** Runs a check of the issuer-signed JWT. @throws PresentationError instead of JwtError */
export function issuerError<T>(check: () => T, further?: FurtherFacts): T {
  return refusing(check, issuerReasons, further);
}

/** Runs a check of the Key Binding JWT. @throws PresentationError instead of JwtError */
export function keyBindingError<T>(check: () => T): T {
  return refusing(check, keyBindingReasons);
}

function refusing<T>(
  check: () => T,
  reasons: Readonly<Record<JwtReason, PresentationReason>>,
  further: FurtherFacts = () => ({}),
): T {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof JwtError)) throw error;
    const parameter = parameters[error.reason];
    const facts = {
      detail: error.reason,
      ...(parameter === undefined ? {} : { parameter }),
      ...withOffset(error.facts),
      ...further(error.reason),
    };
    throw refusalWith(reasons[error.reason], facts, error);
  }
}

/** The end of a lifetime as an offset too, like every other time. */
function withOffset(facts: Facts): Facts {
  const { expiredSeconds } = facts;
  return typeof expiredSeconds === 'number' ? { offsetSeconds: -expiredSeconds, ...facts } : facts;
}
