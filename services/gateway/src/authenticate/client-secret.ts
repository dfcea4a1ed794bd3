/** Secrets of management clients: stored as scrypt hashes, compared in constant time. */
import { createHmac, scrypt, timingSafeEqual } from 'node:crypto';
import { sha256 } from '@countersign/shared/crypto/sha256';
import type { Random } from '@countersign/shared/kernel/random';
import type { Client } from './client.ts';

const COST = 16384;
const BLOCK = 8;
const PARALLEL = 1;
const HASH_BYTES = 32;
const SALT_BYTES = 16;
const MAX_MEMORY = 64 * 1024 * 1024;

/** A hash for `secret_scrypt` in clients.json: `scrypt$N$r$p$salt$hash`, salt and hash in base64url. */
export async function hashSecret(secret: string, random: Random): Promise<string> {
  const salt = random(SALT_BYTES);
  const hash = await derive(secret, salt, COST, BLOCK, PARALLEL);
  return ['scrypt', COST, BLOCK, PARALLEL, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/** True if `text` is a hash that `secretMatches` can check at an acceptable cost. */
export function isSecretHash(text: string): boolean {
  return parseHash(text) !== undefined;
}

/** Compares a secret with its scrypt hash. False if the text isn't a hash. */
export async function secretMatches(secret: string, stored: string): Promise<boolean> {
  const parsed = parseHash(stored);
  if (parsed === undefined) return false;
  const actual = await derive(secret, parsed.salt, parsed.cost, parsed.block, parsed.parallel);
  return timingSafeEqual(actual, parsed.hash);
}

/** Compares two strings in a time that is independent of where they differ. */
export function sameSecret(a: string, b: string): boolean {
  return timingSafeEqual(sha256(a), sha256(b));
}

/** Fingerprint of the stored form of a secret, which it does not reveal. When it changes, earlier tokens are void. */
export function secretFingerprint(stored: string, clientId: string, key: string): string {
  return createHmac('sha256', key).update(`client-secret\0${clientId}\0${stored}`).digest('base64url').slice(0, 22);
}

/**
 * True if the fingerprint belongs to one of the client's accepted secrets: the current one, or the previous one during
 * an overlap.
 */
export function isPresentSecret(
  { id, secret, former = secret }: Pick<Client, 'id' | 'secret' | 'former'>,
  fingerprint: string,
  key: string,
): boolean {
  return [secret, former].some(({ stored }) => sameSecret(secretFingerprint(stored, id, key), fingerprint));
}

function parseHash(
  text: string,
): { salt: Buffer; hash: Buffer; cost: number; block: number; parallel: number } | undefined {
  const match = /^scrypt\$(\d{1,7})\$(\d{1,2})\$(\d{1,2})\$([A-Za-z0-9_-]{16,})\$([A-Za-z0-9_-]{43})$/.exec(text);
  if (match === null) return undefined;
  const [, cost, block, parallel, salt = '', hash = ''] = match;
  const parsed = {
    salt: Buffer.from(salt, 'base64url'),
    hash: Buffer.from(hash, 'base64url'),
    cost: Number(cost),
    block: Number(block),
    parallel: Number(parallel),
  };
  const power = parsed.cost >= 2 && Number.isInteger(Math.log2(parsed.cost));
  const bearable = 128 * parsed.cost * parsed.block < MAX_MEMORY && parsed.parallel >= 1 && parsed.block >= 1;
  return power && bearable ? parsed : undefined;
}

function derive(secret: string, salt: Buffer, N: number, r: number, p: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(secret, salt, HASH_BYTES, { N, r, p, maxmem: MAX_MEMORY * 2 }, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}
