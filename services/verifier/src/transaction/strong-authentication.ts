/** What a holder's proof must contain for strong customer authentication (EUDI TS12 1.0.1, 3.6). */
import { isObject, type Json, type JsonObject, own } from '@countersign/shared/kernel/json';
import { PresentationError } from '../session/presentation-error.ts';

/** As reported to the backend. */
export interface StrongAuthentication {
  /** PSD2's authentication code. */
  readonly jti: string;
  /** As the wallet signed it. */
  readonly responseMode: string;
  /** The factors that the wallet applied, of at least two categories. */
  readonly amr: readonly AuthenticationFactor[];
}

/** One member: the category and its method. */
export type AuthenticationFactor = Readonly<Record<string, string>>;

const METHODS: Readonly<Record<string, readonly string[]>> = {
  knowledge: [
    'pin_less_than_6_digits',
    'pin_6_or_more_digits',
    'passphrase_less_than_8_chars',
    'passphrase_8_to_11_chars',
    'passphrase_12_or_more_chars',
    'pattern',
    'other',
  ],
  possession: [
    'key_in_remote_wscd',
    'key_in_local_external_wscd',
    'key_in_local_internal_wscd',
    'key_in_local_native_wscd',
    'other',
  ],
  inherence: ['fingerprint_device', 'fingerprint_external', 'face_device', 'face_external', 'other'],
};

/** Far more than there are methods. */
const MAX_FACTORS = 20;
const MAX_CODE_LENGTH = 256;

/**
 * Checks the members that the proof has in addition.
 * @param responseMode of the request
 * @throws PresentationError `strong_authentication`
 */
export function readStrongAuthentication(keyBinding: JsonObject, responseMode: string): StrongAuthentication {
  return {
    jti: codeIn(keyBinding),
    responseMode: modeIn(keyBinding, responseMode),
    amr: factorsIn(own(keyBinding, 'amr')),
  };
}

function codeIn(keyBinding: JsonObject): string {
  const jti = own(keyBinding, 'jti');
  if (jti === undefined) throw refused('jti', 'missing');
  if (typeof jti !== 'string' || jti === '' || jti.length > MAX_CODE_LENGTH) throw refused('jti', 'form');
  return jti;
}

function modeIn(keyBinding: JsonObject, expected: string): string {
  const mode = own(keyBinding, 'response_mode');
  if (mode === expected) return expected;
  throw refused('response_mode', mode === undefined ? 'missing' : 'another', { expected });
}

function factorsIn(amr: Json | undefined): readonly AuthenticationFactor[] {
  if (amr === undefined) throw refused('amr', 'missing');
  if (!Array.isArray(amr) || amr.length > MAX_FACTORS) throw refused('amr', 'form');
  const factors = amr.map(factor);
  const categories = new Set(factors.flatMap((one) => Object.keys(one)));
  if (categories.size < 2) throw refused('amr', 'one_category', { expected: 2, received: categories.size });
  if (categories.size !== factors.length) throw refused('amr', 'repeated_category');
  return factors;
}

function factor(value: Json): AuthenticationFactor {
  const [[category, method] = [], second] = isObject(value) ? Object.entries(value) : [];
  if (category === undefined || second !== undefined || typeof method !== 'string') throw refused('amr', 'form');
  const methods = Object.hasOwn(METHODS, category) ? METHODS[category] : undefined;
  if (methods === undefined) throw refused('amr', 'unknown_category', { expectedAny: Object.keys(METHODS) });
  if (!methods.includes(method)) throw refused('amr', 'unknown_method', { expectedAny: methods });
  return { [category]: method };
}

interface Expectation {
  readonly expected?: string | number;
  readonly expectedAny?: readonly string[];
  readonly received?: number;
}

function refused(claim: string, detail: string, expectation: Expectation = {}): PresentationError {
  return new PresentationError('strong_authentication', { facts: { claim, detail, ...expectation } });
}
