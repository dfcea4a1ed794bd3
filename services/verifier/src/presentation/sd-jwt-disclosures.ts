/** Restores disclosed claims in the payload of an SD-JWT (RFC 9901, 7.1). */
import { JwtError } from '@countersign/shared/crypto/jwt-error';
import { hashOf } from '@countersign/shared/crypto/sha256';
import { parseJsonPart } from '@countersign/shared/crypto/strict-json';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import { isObject, own } from '@countersign/shared/kernel/json';
import { MAX_JSON_DEPTH, type MembersRoom } from '@countersign/shared/kernel/json-members';
import { MAX_CREDENTIAL_MEMBERS } from './sd-jwt-parse.ts';

export interface Disclosure {
  /** Undefined for an array element. */
  readonly name: string | undefined;
  readonly value: Json;
}

/** Disclosures by their digests. */
export type Disclosures = ReadonlyMap<string, Disclosure>;

interface Walk {
  readonly disclosures: Disclosures;
  /** Every digest so far, decoys included. */
  readonly seen: Set<string>;
  /** Number of digests so far that belong to a disclosure. */
  referenced: number;
}

/** RFC 9901, 4.2.1: no claim may have these names. */
const FORMAT_NAMES = new Set(['_sd', '...', '_sd_alg']);

const MAX_NAME_BYTES = 256;

/** SD-JWT VC: registered claims that must not be selectively disclosed. (`iat` and `sub` may be.) */
const NEVER_DISCLOSABLE = ['iss', 'nbf', 'exp', 'cnf', 'vct', 'vct#integrity', 'aka_vcts', 'status'];

/**
 * Pure: the claims of an SD-JWT VC with all disclosures applied; `_sd`, `_sd_alg` and undisclosed array elements are removed.
 * @param disclosures the result of `parseDisclosures`
 * @throws JwtError
 */
export function discloseClaims(payload: JsonObject, disclosures: Disclosures): JsonObject {
  const algorithm = own(payload, '_sd_alg');
  if (algorithm !== undefined && algorithm !== 'sha-256') throw new JwtError('hash_algorithm');
  for (const name of NEVER_DISCLOSABLE) checkPlain(own(payload, name) ?? null);
  const walk: Walk = { disclosures, seen: new Set(), referenced: 0 };
  const claims = discloseObject(payload, walk, 1);
  for (const name of NEVER_DISCLOSABLE) {
    if (Object.hasOwn(claims, name) && !Object.hasOwn(payload, name)) throw new JwtError('never_disclosable');
  }
  // RFC 9901, 7.1 step 5: a disclosure that no digest refers to
  if (walk.referenced < disclosures.size) throw new JwtError('unreferenced_disclosure');
  return claims;
}

/**
 * Parses disclosures.
 * @param disclosures as sent
 * @throws JwtError
 */
export function parseDisclosures(disclosures: readonly string[]): Disclosures {
  const found = new Map<string, Disclosure>();
  const room = { left: MAX_CREDENTIAL_MEMBERS };
  for (const text of disclosures) {
    const digest = hashOf(text);
    if (found.has(digest)) throw new JwtError('repeated_digest');
    found.set(digest, parseDisclosure(text, room));
  }
  return found;
}

/** RFC 9901, 4.2.1 and 4.2.2: `[salt, name, value]` or `[salt, value]` */
function parseDisclosure(text: string, room: MembersRoom): Disclosure {
  const parsed = parseJsonPart(text, room);
  if (!Array.isArray(parsed)) throw new JwtError('disclosure');
  const [salt, ...rest] = parsed as Json[];
  const [first, second] = rest;
  if (typeof salt !== 'string' || first === undefined || rest.length > 2) throw new JwtError('disclosure');
  if (second === undefined) return { name: undefined, value: first };
  if (typeof first !== 'string' || FORMAT_NAMES.has(first) || first === '__proto__') throw new JwtError('disclosure');
  if (Buffer.byteLength(first) > MAX_NAME_BYTES) throw new JwtError('disclosure');
  return { name: first, value: second };
}

function disclose(value: Json, walk: Walk, depth: number): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_JSON_DEPTH) throw new JwtError('too_deep');
  return isObject(value) ? discloseObject(value, walk, depth) : discloseArray(value as readonly Json[], walk, depth);
}

function discloseObject(object: JsonObject, walk: Walk, depth: number): JsonObject {
  const claims: Record<string, Json> = {};
  for (const [name, value] of Object.entries(object)) {
    if (name === '...' || (name === '_sd_alg' && depth > 1)) throw new JwtError('digest');
    if (!FORMAT_NAMES.has(name)) claims[name] = disclose(value ?? null, walk, depth + 1);
  }
  for (const digest of digestsOf(object)) {
    const disclosure = take(digest, walk);
    if (disclosure === undefined) continue;
    if (disclosure.name === undefined) throw new JwtError('disclosure');
    // RFC 9901, 7.1 step 3.c.ii: a claim of that name exists already
    if (Object.hasOwn(claims, disclosure.name)) throw new JwtError('name_taken');
    claims[disclosure.name] = disclose(disclosure.value, walk, depth + 1);
  }
  return claims;
}

function discloseArray(items: readonly Json[], walk: Walk, depth: number): readonly Json[] {
  const disclosed: Json[] = [];
  for (const item of items) {
    if (!isObject(item) || !Object.hasOwn(item, '...')) {
      disclosed.push(disclose(item, walk, depth + 1));
      continue;
    }
    // RFC 9901, 4.2.4.2: the digest is the only member
    const digest = own(item, '...');
    if (typeof digest !== 'string' || Object.keys(item).length !== 1) throw new JwtError('digest');
    const disclosure = take(digest, walk);
    if (disclosure === undefined) continue;
    if (disclosure.name !== undefined) throw new JwtError('disclosure');
    disclosed.push(disclose(disclosure.value, walk, depth + 1));
  }
  return disclosed;
}

function digestsOf(object: JsonObject): readonly string[] {
  const digests = own(object, '_sd') ?? [];
  if (!Array.isArray(digests) || !digests.every((digest) => typeof digest === 'string')) throw new JwtError('digest');
  return digests as string[];
}

/** RFC 9901, 7.1 step 4: no digest occurs twice, decoys included. */
function take(digest: string, walk: Walk): Disclosure | undefined {
  if (walk.seen.has(digest)) throw new JwtError('repeated_digest');
  walk.seen.add(digest);
  const disclosure = walk.disclosures.get(digest);
  if (disclosure !== undefined) walk.referenced += 1;
  return disclosure;
}

/** Refuses a registered claim with a selectively disclosable part. */
function checkPlain(value: Json): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, item] of Object.entries(value)) {
    if (FORMAT_NAMES.has(name)) throw new JwtError('never_disclosable');
    checkPlain(item as Json);
  }
}
