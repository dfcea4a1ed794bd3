/** Maps the reasons of JwtError to the reasons of a refused presentation. */
import { JwtError, type JwtReason } from '@countersign/shared/crypto/jwt-error';
import { PresentationError, type PresentationReason } from './presentation-error.ts';

const issuerReasons: Partial<Record<JwtReason, PresentationReason>> = {
  algorithm: 'issuer_header',
  critical_header: 'issuer_header',
  type: 'issuer_header',
  signature: 'issuer_signature',
  certificate_path: 'issuer_trust',
  key: 'issuer_trust',
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
};

const keyBindingReasons: Partial<Record<JwtReason, PresentationReason>> = {
  type: 'kb_signature',
  algorithm: 'kb_signature',
  critical_header: 'kb_signature',
  signature: 'kb_signature',
  key: 'kb_signature',
  claim: 'kb_iat',
  expired: 'kb_iat',
  not_yet_valid: 'kb_iat',
};

/** Runs a check of the issuer-signed JWT. @throws PresentationError in place of JwtError */
export function issuerError<T>(check: () => T): T {
  return refusing(check, issuerReasons);
}

/** Runs a check of the Key Binding JWT. @throws PresentationError in place of JwtError */
export function keyBindingError<T>(check: () => T): T {
  return refusing(check, keyBindingReasons);
}

function refusing<T>(check: () => T, reasons: Partial<Record<JwtReason, PresentationReason>>): T {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof JwtError)) throw error;
    throw new PresentationError(reasons[error.reason] ?? 'presentation_format', { cause: error });
  }
}
