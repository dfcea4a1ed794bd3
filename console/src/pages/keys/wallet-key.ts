/** The pasted public key of a wallet: PEM, a JWK, or a JWK set. Pure. */
import { base64url } from '../../parts/base64url.ts';

/** DER of a SubjectPublicKeyInfo with a P-256 key, up to the point (RFC 5480). */
const P256 = '3059301306072a8648ce3d020106082a8648ce3d03010703420004';

export type ReadKeys =
  | { readonly ok: true; readonly keys: readonly object[] }
  | { readonly ok: false; readonly why: 'empty' | 'private' | 'unreadable' };

export function readKeys(typed: string): ReadKeys {
  const text = typed.trim();
  if (text === '') return { ok: false, why: 'empty' };
  if (/PRIVATE KEY/.test(text)) return { ok: false, why: 'private' };
  const keys = text.startsWith('-----') ? ofPem(text) : ofJson(text);
  if (keys === undefined || keys.length === 0) return { ok: false, why: 'unreadable' };
  return keys.some((key) => 'd' in key) ? { ok: false, why: 'private' } : { ok: true, keys };
}

function ofPem(text: string): readonly object[] | undefined {
  const blocks = [...text.matchAll(/-----BEGIN PUBLIC KEY-----([A-Za-z0-9+/=\s]+)-----END PUBLIC KEY-----/g)];
  const keys = blocks.map(([, base64 = '']) => ofDer(base64.replace(/\s+/g, '')));
  return keys.every((key) => key !== undefined) ? keys : undefined;
}

function ofDer(base64: string): object | undefined {
  let bytes: string;
  try {
    bytes = atob(base64);
  } catch {
    return undefined;
  }
  const begin = [...bytes.slice(0, P256.length / 2)].map((byte) => byte.charCodeAt(0).toString(16).padStart(2, '0'));
  if (begin.join('') !== P256 || bytes.length !== P256.length / 2 + 64) return undefined;
  const point = bytes.slice(-64);
  return { kty: 'EC', crv: 'P-256', x: base64url(point.slice(0, 32)), y: base64url(point.slice(32)) };
}

function ofJson(text: string): readonly object[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const keys = 'keys' in value ? value.keys : [value];
  const isKey = (key: unknown): key is object => typeof key === 'object' && key !== null && 'kty' in key;
  return Array.isArray(keys) && keys.every(isKey) ? keys : undefined;
}
