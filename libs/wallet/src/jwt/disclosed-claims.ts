/** Claims of a credential as a verifier rebuilds them (RFC 9901, 7.1): written without the server's code. */
import { createHash } from 'node:crypto';

type Claims = Record<string, unknown>;

/** Disclosures by their digests: `[salt, name, value]`, or `[salt, value]` for an array element. */
type Disclosures = ReadonlyMap<string, readonly unknown[]>;

export interface Disclosure {
  /** As the credential has it. */
  readonly text: string;
  readonly digest: string;
  /** Undefined for an element of an array. */
  readonly name: string | undefined;
  readonly value: unknown;
}

/** The disclosures of a credential, in its order. */
export function disclosuresOf(credential: string): readonly Disclosure[] {
  return credential
    .split('~')
    .slice(1, -1)
    .map((text) => {
      const parts = decode(text) as readonly unknown[];
      const named = parts.length > 2;
      return { text, digest: digestOf(text), name: named ? String(parts[1]) : undefined, value: parts.at(-1) };
    });
}

/** The payload of a JWT, or of the signed part of an SD-JWT with its digests. Nothing is checked. */
export function payloadOf(credential: string): Record<string, unknown> {
  return decode((credential.split('~')[0] ?? '').split('.')[1] ?? '') as Record<string, unknown>;
}

/** The format's and the issuer's claims, not the user's. */
const TECHNICAL = new Set(['iss', 'iat', 'nbf', 'exp', 'cnf', 'vct', 'vct#integrity', 'status']);

/**
 * Replaces each digest with its disclosure, including nested ones. Digests without a disclosure are left out.
 * @param credential `<jwt>~<disclosure>~...~`, trusted: neither signature nor digest algorithm is checked
 */
export function claimsOf(credential: string): Claims {
  const [jwt = '', ...rest] = credential.split('~');
  const disclosures = new Map(rest.slice(0, -1).map((text) => [digestOf(text), decode(text) as readonly unknown[]]));
  return claimsOfObject(decode(jwt.split('.')[1] ?? '') as Claims, disclosures);
}

/** The claims without the format's own: what a user recognises. */
export function ownClaimsOf(credential: string): Claims {
  return Object.fromEntries(Object.entries(claimsOf(credential)).filter(([name]) => !TECHNICAL.has(name)));
}

function claimsOfValue(value: unknown, disclosures: Disclosures): unknown {
  if (Array.isArray(value)) return value.flatMap((item) => itemsOf(item, disclosures));
  return isObject(value) ? claimsOfObject(value, disclosures) : value;
}

function claimsOfObject(object: Claims, disclosures: Disclosures): Claims {
  const { _sd: digests, _sd_alg: _, ...plain } = object;
  const found = (Array.isArray(digests) ? digests : []).flatMap((digest) => {
    const disclosure = disclosures.get(digest);
    return disclosure === undefined ? [] : [[disclosure[1], disclosure[2]] as const];
  });
  const claims = [...Object.entries(plain), ...found];
  return Object.fromEntries(claims.map(([name, value]) => [name, claimsOfValue(value, disclosures)]));
}

/** The element itself, or what the digest in its place refers to: `{"...": digest}` (RFC 9901, 4.2.4.2). */
function itemsOf(item: unknown, disclosures: Disclosures): readonly unknown[] {
  if (!isObject(item) || !Object.hasOwn(item, '...')) return [claimsOfValue(item, disclosures)];
  const disclosure = disclosures.get(String(item['...']));
  return disclosure === undefined ? [] : [claimsOfValue(disclosure[1], disclosures)];
}

function isObject(value: unknown): value is Claims {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function digestOf(disclosure: string): string {
  return createHash('sha256').update(disclosure, 'latin1').digest('base64url');
}

function decode(part: string): unknown {
  return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
}
