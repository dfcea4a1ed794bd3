/** JWS compact serialization (RFC 7515), with ES256 if nothing else is allowed. Only this file checks signatures of JWTs. */
import { type KeyObject, verify } from 'node:crypto';
import type { Json, JsonObject } from '../kernel/json.ts';
import { own } from '../kernel/json.ts';
import { MAX_WALLET_MEMBERS } from '../kernel/json-members.ts';
import type { Facts } from '../kernel/reasons/facts.ts';
import { receivedFact } from '../kernel/reasons/received.ts';
import { decodeBase64url } from './base64url.ts';
import { type EcdsaCurve, P256, P384, P521, verifyEcdsa } from './ecdsa.ts';
import { importPublicJwk, jwkThumbprint, publicJwk } from './jwk.ts';
import { JwtError } from './jwt-error.ts';
import type { PublicJwk, SigningKey } from './keys.ts';
import type { KnownKeys } from './known-keys.ts';
import { checkRsaSignature, type RsaAlgorithm } from './rsa.ts';
import { parseObjectPart } from './strict-json.ts';

/** Default limit of a token, in characters. */
export const MAX_JWT_LENGTH = 16_384;

/** 32 KiB of JSON, most of it the certificates of `x5c`. */
const MAX_HEADER_LENGTH = 43_691;

/** Those that are checked here; a caller says which of them it accepts. `EdDSA` is Ed25519 (RFC 8037, 3.1). */
export const SIGNATURE_ALGORITHMS = ['ES256', 'ES384', 'ES512', 'EdDSA'] as const;
export type SignatureAlgorithm = (typeof SIGNATURE_ALGORITHMS)[number];

/** What a verifier accepts by default. */
const DEFAULT_ALGORITHMS: readonly SignatureAlgorithm[] = ['ES256'];

/** RFC 7518, 3.4: each algorithm has one curve, one hash, and R and S of fixed length. */
const ECDSA: ReadonlyMap<unknown, EcdsaCurve> = new Map([
  ['ES256', P256],
  ['ES384', P384],
  ['ES512', P521],
]);

/** A token whose payload has not been read. */
export interface UnreadJws {
  readonly header: JsonObject;
  /** The signing input: the first two parts with their dot. */
  readonly signingInput: string;
  readonly signature: Buffer;
}

export interface ParsedJwt extends UnreadJws {
  readonly payload: JsonObject;
}

export interface JwtOfHeaderKey extends ParsedJwt {
  /** The key of `header.jwk`, without any other member. */
  readonly jwk: PublicJwk;
  readonly publicKey: KeyObject;
  /** RFC 7638 thumbprint of that key. */
  readonly thumbprint: string;
}

export interface VerifyJwtOptions {
  readonly token: unknown;
  /** Accepted values of `header.typ`, exactly; undefined in a list accepts a header without `typ`. */
  readonly typ: string | readonly (string | undefined)[];
  readonly key: KeyObject | 'header-jwk';
  /** For the header's key. */
  readonly known?: KnownKeys | undefined;
  /** Characters; default `MAX_JWT_LENGTH`. */
  readonly maxLength?: number;
  /** Accepted values of `header.alg`. Default: only ES256 */
  readonly algorithms?: readonly SignatureAlgorithm[];
}

export interface ReadJwsOptions {
  /** Characters. */
  readonly maxLength: number;
  /** Accepted values of `header.alg`. Default: only ES256 */
  readonly algorithms?: readonly (SignatureAlgorithm | RsaAlgorithm)[];
  /** Header parameters that `crit` may name: the caller checks their values. Default: `crit` and `b64` are refused. */
  readonly understood?: readonly string[];
}

export interface ParseJwtOptions extends ReadJwsOptions {
  /** Maximum number of members and items in the payload. Default: the maximum for wallets' JSON */
  readonly mostMembers?: number;
  /** `unread`: the payload stays empty. */
  readonly payload?: 'unread';
}

/**
 * Parses a token. Checks its form and algorithm, not its signature and claims.
 * @throws JwtError
 */
export function parseJwt(token: unknown, options: ParseJwtOptions): ParsedJwt {
  const { maxLength, algorithms = DEFAULT_ALGORITHMS, understood, mostMembers: left = MAX_WALLET_MEMBERS } = options;
  if (typeof token !== 'string') throw new JwtError('not_compact');
  if (token.length > maxLength) throw tooLong(token.length, maxLength);
  const [first, second, third, more] = token.split('.', 4);
  if (first === undefined || second === undefined || third === undefined || more !== undefined) {
    throw new JwtError('not_compact');
  }
  if (first.length > MAX_HEADER_LENGTH) throw tooLong(first.length, MAX_HEADER_LENGTH);
  const header = parseObjectPart(first);
  checkHeader(header, algorithms, understood);
  const signature = decodeBase64url(third);
  if (signature === undefined) throw new JwtError('not_base64url');
  const payload = options.payload === 'unread' ? {} : parseObjectPart(second, { left });
  return { header, payload, signingInput: `${first}.${second}`, signature };
}

/**
 * The payload of a token. Large ones are read after their signature was checked.
 * @throws JwtError
 */
export function readPayload({ signingInput }: UnreadJws, mostMembers: number): JsonObject {
  return parseObjectPart(signingInput.slice(signingInput.indexOf('.') + 1), { left: mostMembers });
}

/**
 * Reads form and header of a token, not its payload.
 * @throws JwtError
 */
export function readJws(token: unknown, options: ReadJwsOptions): UnreadJws {
  const { payload: _, ...unread } = parseJwt(token, { ...options, payload: 'unread' });
  return unread;
}

/**
 * Checks form, `typ` and signature of a token; claims are the caller's to check.
 * The key of `header.jwk` is a P-256 key, whatever the algorithms: `importPublicJwk` reads no other.
 * @throws JwtError for every token that is not signed with an accepted algorithm by that key
 */
export function verifyJwt(options: VerifyJwtOptions & { readonly key: 'header-jwk' }): JwtOfHeaderKey;
export function verifyJwt(options: VerifyJwtOptions & { readonly key: KeyObject }): ParsedJwt;
export function verifyJwt(options: VerifyJwtOptions): ParsedJwt | JwtOfHeaderKey {
  const { token, maxLength = MAX_JWT_LENGTH, algorithms = DEFAULT_ALGORITHMS } = options;
  const parsed = parseJwt(token, { maxLength, algorithms });
  checkType(parsed.header, options.typ);
  if (options.key !== 'header-jwk') {
    checkSignature(parsed, options.key);
    return parsed;
  }
  const jwk = publicJwk(own(parsed.header, 'jwk'));
  const publicKey = importPublicJwk(jwk, options.known);
  checkSignature(parsed, publicKey);
  return { ...parsed, jwk, publicKey, thumbprint: jwkThumbprint(jwk) };
}

/**
 * Checks a parsed token's signature, by the algorithm in its header, which `parseJwt` has accepted.
 * @throws JwtError `key` if the key is not on the algorithm's curve, `signature` if this key did not create the
 *   signature
 */
export function checkSignature(parsed: UnreadJws, key: KeyObject): void {
  const alg = own(parsed.header, 'alg');
  if (alg === 'EdDSA') {
    checkEd25519(parsed, key);
    return;
  }
  const input = Buffer.from(parsed.signingInput, 'latin1');
  const algorithm = ECDSA.get(alg);
  if (algorithm === undefined) {
    checkRsaSignature({ alg, input, signature: parsed.signature }, key);
    return;
  }
  if (key.asymmetricKeyType !== 'ec' || key.asymmetricKeyDetails?.namedCurve !== algorithm.curve) {
    const facts = { expected: algorithm.curve, ...receivedFact(key.asymmetricKeyDetails?.namedCurve) };
    throw new JwtError('key', { facts });
  }
  // RFC 7518, 3.4: R and S side by side, not DER
  if (parsed.signature.length !== algorithm.bytes) throw new JwtError('signature');
  if (!verifyEcdsa(algorithm, input, key, parsed.signature)) throw new JwtError('signature');
}

/** RFC 8037, 3.1 */
function checkEd25519({ signingInput, signature }: UnreadJws, key: KeyObject): void {
  const kind = key.asymmetricKeyType;
  if (kind !== 'ed25519') throw new JwtError('key', { facts: { expected: 'ed25519', ...receivedFact(kind) } });
  if (!verify(null, Buffer.from(signingInput, 'latin1'), key, signature)) throw new JwtError('signature');
}

/** Signs a JWT with a key that may be outside the process. `alg` is added to the header. */
export async function signJwtWith(
  key: Pick<SigningKey, 'alg' | 'sign'>,
  jwt: { readonly header: JsonObject; readonly payload: JsonObject },
): Promise<string> {
  const input = `${encodePart({ ...jwt.header, alg: key.alg })}.${encodePart(jwt.payload)}`;
  return `${input}.${(await key.sign(Buffer.from(input, 'latin1'))).toString('base64url')}`;
}

function encodePart(value: JsonObject): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function checkHeader(
  header: JsonObject,
  algorithms: readonly (SignatureAlgorithm | RsaAlgorithm)[],
  understood: readonly string[] | undefined,
): void {
  const alg = own(header, 'alg');
  if (!algorithms.some((accepted) => accepted === alg)) {
    throw new JwtError('algorithm', { facts: { expectedAny: algorithms, ...receivedFact(alg) } });
  }
  if (understood !== undefined) {
    checkCritical(header, understood);
    return;
  }
  // RFC 7515, 4.1.11: no extension is understood here, `b64` (RFC 7797) included
  if (Object.hasOwn(header, 'crit') || Object.hasOwn(header, 'b64')) throw new JwtError('critical_header');
}

/** RFC 7515, 4.1.11: known names that are in the header, each once, and at least one. */
function checkCritical(header: JsonObject, understood: readonly string[]): void {
  // RFC 7797, 3: the payload is read as base64url, whether or not `crit` lists the parameter.
  if (Object.hasOwn(header, 'b64') && own(header, 'b64') !== true) throw new JwtError('critical_header');
  if (!Object.hasOwn(header, 'crit')) return;
  const crit = own(header, 'crit');
  const names = Array.isArray(crit) ? (crit as readonly Json[]) : [];
  const fits = (name: Json): boolean =>
    typeof name === 'string' && understood.includes(name) && Object.hasOwn(header, name);
  if (names.length === 0 || new Set(names).size < names.length || !names.every(fits)) {
    throw new JwtError('critical_header');
  }
}

/** Characters of a token are ASCII: one byte each. */
function tooLong(bytes: number, mostBytes: number): JwtError {
  return new JwtError('too_long', { facts: { bytes, mostBytes } });
}

function expectedType(accepted: VerifyJwtOptions['typ']): Facts {
  if (typeof accepted === 'string') return { expected: accepted };
  return { expectedAny: accepted.filter((typ) => typ !== undefined) };
}

/**
 * Checks `header.typ`.
 * @throws JwtError `type`
 */
export function checkType(header: JsonObject, accepted: VerifyJwtOptions['typ']): void {
  const typ = own(header, 'typ');
  const matches = typeof accepted === 'string' ? typ === accepted : accepted.some((one) => one === typ);
  if (!matches) throw new JwtError('type', { facts: { ...expectedType(accepted), ...receivedFact(typ) } });
}
