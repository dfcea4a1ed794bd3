/** What a page received by the Digital Credentials API, as its backend posts it (OpenID4VP 1.0, A.4). Pure. */
import { JwtError } from '@countersign/shared/crypto/jwt-error';
import { parseStrictJson } from '@countersign/shared/crypto/strict-json';
import { isObject, type Json, type JsonObject, own } from '@countersign/shared/kernel/json';
import { PresentationError } from '../session/presentation-error.ts';
import { readWalletError, type WalletError } from './wallet-error.ts';

export type PageAnswer =
  /** `{protocol, data}` of the credential that the page received from the browser. */
  | { readonly kind: 'data'; readonly protocol: string; readonly data: JsonObject }
  /** The page's call failed, for example with `NotAllowedError`: the user cancelled, or has no credential. */
  | { readonly kind: 'error'; readonly error: WalletError };

/** Names of exchange protocols, of any version. A refusal repeats no other string. */
const PROTOCOL = /^[a-z0-9-]{1,64}$/;

/**
 * Reads the body of a post: `protocol` and `data`, or `error`. `data` is an object, or its JSON text. An origin in the body is
 * ignored.
 * @throws PresentationError `parameters`, `malformed_body`
 */
export function parsePageAnswer(body: JsonObject): PageAnswer {
  const [protocol, data, error] = [own(body, 'protocol'), own(body, 'data'), own(body, 'error')];
  if (error !== undefined) {
    if (protocol !== undefined || data !== undefined) throw unfit('several');
    // The user can retry on the same page.
    return { kind: 'error', error: { ...readWalletError(body), endsRequest: false } };
  }
  if (typeof protocol !== 'string' || data === undefined) throw unfit('none');
  return { kind: 'data', protocol, data: dataObject(data) };
}

/**
 * Checks that the protocol was in the request, so that a signed request cannot be treated as an unsigned one.
 * @throws PresentationError `dc_api_protocol`
 */
export function checkProtocol(protocol: string, sent: readonly string[]): void {
  if (sent.includes(protocol)) return;
  const received = PROTOCOL.test(protocol) ? { received: protocol } : {};
  throw new PresentationError('dc_api_protocol', { facts: { expectedAny: [...sent], ...received } });
}

/** Refuses duplicate names, too deep nesting and `__proto__` in a string; an object was checked with the body. */
function dataObject(data: Json): JsonObject {
  const value = typeof data === 'string' ? parsed(data) : data;
  if (!isObject(value)) throw new PresentationError('malformed_body');
  return value;
}

function parsed(text: string): Json {
  try {
    return parseStrictJson(text);
  } catch (cause) {
    if (cause instanceof JwtError) throw new PresentationError('malformed_body', { cause });
    throw cause;
  }
}

function unfit(detail: string): PresentationError {
  return new PresentationError('parameters', { facts: { detail, parameters: ['protocol', 'data', 'error'] } });
}
