/**
 * Wallet-facing values: offer ids, `issuer_state`, pre-authorized codes, `request_uri`, codes and access tokens. Each
 * is the session's handle (128 bits, finds the document) and its own secret (256 bits, proves possession). Only the
 * hash of the secret is stored.
 */
import { timingSafeEqual } from 'node:crypto';
import { timePrefixedBytes } from '../kernel/ordered-id.ts';
import type { Random } from '../kernel/random.ts';
import { hashOf } from './sha256.ts';

const HANDLE_BYTES = 16;
const SECRET_BYTES = 32;
const LENGTH = 64;

export interface WalletReference {
  readonly handle: string;
  /** SHA-256 of the secret, base64url. */
  readonly hash: string;
}

/** A new value: the string for the wallet, and the hash to store. */
export interface NewReference {
  readonly text: string;
  readonly hash: string;
}

/**
 * A new handle for a session, base64url. It starts with the time. A handle only finds the document, so it may be
 * guessable.
 * @param now milliseconds since the epoch
 */
export function newHandle(now: number, random: Random): string {
  return timePrefixedBytes(now, HANDLE_BYTES, random).toString('base64url');
}

/** Creates a value for the session with `handle`. */
export function newReference(handle: string, random: Random): NewReference {
  const secret = random(SECRET_BYTES);
  return {
    text: Buffer.concat([Buffer.from(handle, 'base64url'), secret]).toString('base64url'),
    hash: hashOf(secret),
  };
}

/** Reads a value from a wallet; undefined for anything that can't be one. */
export function parseReference(text: unknown): WalletReference | undefined {
  if (typeof text !== 'string' || text.length !== LENGTH || !/^[A-Za-z0-9_-]+$/.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  return {
    handle: bytes.subarray(0, HANDLE_BYTES).toString('base64url'),
    hash: hashOf(bytes.subarray(HANDLE_BYTES)),
  };
}

/** Compares two hashes in constant time. */
export function sameHash(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
