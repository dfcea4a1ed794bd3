/** A list's signature: JAdES baseline B-B, compact (ETSI TS 119 602, 6.8; ETSI TS 119 182-1). */
import { isUtf8 } from 'node:buffer';
import { type KeyObject, X509Certificate } from 'node:crypto';
import {
  checkSignature,
  type ReadJwsOptions,
  readJws,
  readPayload,
  SIGNATURE_ALGORITHMS,
  type UnreadJws,
} from '@countersign/shared/crypto/jwt';
import { JwtError, type JwtReason } from '@countersign/shared/crypto/jwt-error';
import { hashOf, sha256 } from '@countersign/shared/crypto/sha256';
import { parseStrictJson } from '@countersign/shared/crypto/strict-json';
import { isObject, type Json, type JsonObject, own } from '@countersign/shared/kernel/json';
import { type ListError, refusedList } from './list-error.ts';
import type { ListSettings } from './list-source.ts';

/** Maximum size of a list, bytes. */
export const MAX_LIST_BYTES = 16 * 1024 * 1024;
/** Members and items: of five thousand entities, and as many again. */
const MOST_MEMBERS = 1_000_000;
const MAX_CERTIFICATES = 6;

const ALGORITHMS: NonNullable<ReadJwsOptions['algorithms']> = [
  ...SIGNATURE_ALGORITHMS,
  ...(['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'] as const),
];

/** JAdES, 5.1 and 5.2: signers of its first version name `sigT` and `b64`. */
const UNDERSTOOD = ['alg', 'typ', 'x5c', 'iat', 'sigT', 'b64'];

export interface SignedList {
  /** The signer's chain, leaf first. Not checked. */
  readonly chain: readonly [X509Certificate, ...X509Certificate[]];
  /** SHA-256 of the signed content in its encoded form, in hexadecimal. */
  readonly content: string;
  /** @throws ListError */
  readonly checkSignature: (key: KeyObject) => void;
  /** The list; its signature has been checked before. @throws ListError */
  readonly read: () => JsonObject;
}

/** Reads nothing but the header. @throws ListError */
export function readSignedList(bytes: Buffer, { serialisation }: Pick<ListSettings, 'serialisation'>): SignedList {
  if (bytes.length > MAX_LIST_BYTES) {
    const facts = { bytes: bytes.length, mostBytes: MAX_LIST_BYTES };
    throw refusedList('trust_list_malformed', ['', 'The list is too large'], { facts });
  }
  const text = textOf(bytes);
  const isJson = serialisation === 'json' && text.startsWith('{');
  return reading('', () => {
    const jws = readJws(isJson ? asCompact(text) : text, {
      maxLength: 2 * MAX_LIST_BYTES,
      algorithms: ALGORITHMS,
      understood: UNDERSTOOD,
    });
    return {
      chain: chainOf(jws.header),
      content: sha256(jws.signingInput.slice(jws.signingInput.indexOf('.') + 1)).toString('hex'),
      checkSignature: (key) => checkSignedBy(jws, key),
      read: () => reading('', () => readPayload(jws, MOST_MEMBERS)),
    };
  });
}

/** Some servers add a line feed at the end of the file. */
function textOf(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw refusedList('trust_list_malformed', ['', 'The list must be UTF-8']);
  return bytes.toString('utf8').trim();
}

/** Converts a list with a detached signature, which covers the canonical form (RFC 8785) of the document without it. */
function asCompact(text: string): string {
  const document = parseStrictJson(text, { left: MOST_MEMBERS });
  const { signature, ...list } = isObject(document) ? document : {};
  if (!isObject(signature)) throw refusedList('trust_list_malformed', ['/signature', 'The list must have a signature']);
  const payload = Buffer.from(JSON.stringify(canonical(list))).toString('base64url');
  return `${String(own(signature, 'protected'))}.${payload}.${String(own(signature, 'signature'))}`;
}

/** RFC 8785, 3.2.3: members sorted by name. JSON.stringify already writes numbers and strings by its rules. */
function canonical(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(canonical);
  if (!isObject(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, canonical(value[name] ?? null)]));
}

/** JAdES, 5.1.7 and 5.1.8. The list of certificates is standard base64 (RFC 7515, 4.1.6). */
function chainOf(header: JsonObject): SignedList['chain'] {
  const x5c = own(header, 'x5c');
  const elements = Array.isArray(x5c) ? (x5c as readonly Json[]) : [];
  if (elements.length > MAX_CERTIFICATES) throw malformedHeader('/x5c', 'The header has too many certificates');
  const [leaf, ...others] = elements.map(certificateOf);
  if (leaf === undefined) throw malformedHeader('/x5c', "The header must contain the signer's certificate in `x5c`");
  const thumbprint = own(header, 'x5t#S256');
  if (thumbprint !== undefined && thumbprint !== hashOf(leaf.raw)) {
    throw malformedHeader('/x5t#S256', 'The thumbprint does not match the first certificate');
  }
  const iat = own(header, 'iat');
  if (iat !== undefined && !Number.isSafeInteger(iat)) {
    throw malformedHeader('/iat', 'The signing time must be whole seconds since the epoch');
  }
  return [leaf, ...others];
}

function certificateOf(element: Json, index: number): X509Certificate {
  const certificate = typeof element === 'string' ? readCertificate(element) : undefined;
  if (certificate === undefined)
    throw malformedHeader(`/x5c/${index}`, 'An element of `x5c` must be one certificate in DER');
  return certificate;
}

/** A certificate in standard base64 with nothing after it; undefined for anything else. */
export function readCertificate(base64: string): X509Certificate | undefined {
  const der = Buffer.from(base64, 'base64');
  if (der.toString('base64') !== base64) return undefined;
  try {
    const certificate = new X509Certificate(der);
    return certificate.raw.length === der.length ? certificate : undefined;
  } catch {
    return undefined;
  }
}

function malformedHeader(pointer: string, detail: string): ListError {
  return refusedList('trust_list_malformed', [pointer, detail]);
}

function checkSignedBy(jws: UnreadJws, key: KeyObject): void {
  try {
    checkSignature(jws, key);
  } catch (cause) {
    if (!(cause instanceof JwtError)) throw cause;
    const detail =
      cause.reason === 'key'
        ? "The algorithm does not match the signer's key"
        : "The signature is not by the signer's key";
    throw refusedList('trust_list_signature', ['/x5c/0', detail], { cause, facts: cause.facts });
  }
}

const DETAILS: Partial<Record<JwtReason, string>> = {
  too_long: 'The list has too many members, or its header is too long',
  not_compact: 'The list must be a compact JWS',
  not_base64url: 'Each part of the JWS must be base64url without padding',
  not_json: 'Header and list must be JSON objects',
  duplicate_member: 'A JSON object has a member twice',
  reserved_member: 'A JSON object has a reserved name',
  too_deep: 'The JSON is nested too deep',
  algorithm: 'The algorithm must be one of ECDSA, EdDSA or RSA with SHA-256 or longer',
  critical_header: 'A critical header parameter is not understood, or `crit` or `b64` is malformed',
};

function reading<T>(pointer: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof JwtError)) throw cause;
    const detail = DETAILS[cause.reason] ?? 'The list cannot be read';
    throw refusedList('trust_list_malformed', [pointer, detail], { cause, facts: cause.facts });
  }
}
