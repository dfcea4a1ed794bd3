/** Error responses of wallets (OpenID4VP 1.0, 8.5; RFC 6749, 4.1.2.1). */
import { type JsonObject, own } from '@countersign/shared/kernel/json';
import { PresentationError } from '../session/presentation-error.ts';

export interface WalletError {
  /** As sent by the wallet: a registered code, or any other. */
  readonly code: string;
  /** Without control characters, at most 1 KiB. Untrusted text: never render it as HTML. */
  readonly description?: string;
  /** True if the wallet reports that the user refused. After any other error the wallet may retry. */
  readonly endsRequest: boolean;
}

/** OpenID4VP 1.0, 8.5, and RFC 6749, 4.1.2.1. */
const KNOWN = new Set([
  'access_denied',
  'invalid_client',
  'invalid_request',
  'invalid_request_uri_method',
  'invalid_scope',
  'invalid_transaction_data',
  'server_error',
  'temporarily_unavailable',
  'unauthorized_client',
  'unsupported_response_type',
  'vp_formats_not_supported',
  'wallet_unavailable',
]);

/** The characters of RFC 6749, appendix A.7, and Countersign's own length limit. */
const CODE = /^[\x20\x21\x23-\x5b\x5d-\x7e]{1,64}$/;
const MAX_DESCRIPTION_BYTES = 1024;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are removed
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/**
 * Reads the members `error` and `error_description`.
 * @throws PresentationError `parameters`
 */
export function readWalletError(response: JsonObject): WalletError {
  const code = own(response, 'error');
  const description = own(response, 'error_description');
  if (typeof code !== 'string' || !CODE.test(code)) {
    throw new PresentationError('parameters', { facts: { detail: 'error_form', parameters: ['error'] } });
  }
  const endsRequest = code === 'access_denied';
  if (typeof description !== 'string') return { code, endsRequest };
  return {
    code,
    description: shortened(description.slice(0, MAX_DESCRIPTION_BYTES).replace(CONTROL, ' ')),
    endsRequest,
  };
}

/** The code for events: a registered one, otherwise `other`, because a wallet may send any string. */
export function knownCode(code: string): string {
  return KNOWN.has(code) ? code : 'other';
}

/** The code as a fact: anything that looks like a code, otherwise `other`. */
export function codeFact(code: string): string {
  return /^[A-Za-z][A-Za-z0-9_.-]*$/.test(code) ? code : 'other';
}

/** Truncates between characters. */
function shortened(text: string): string {
  // The conversion to bytes replaces lone surrogates, which stores refuse.
  const characters = [...Buffer.from(text).toString()];
  let size = 0;
  const end = characters.findIndex((character) => {
    size += Buffer.byteLength(character);
    return size > MAX_DESCRIPTION_BYTES;
  });
  return characters.slice(0, end === -1 ? undefined : end).join('');
}
