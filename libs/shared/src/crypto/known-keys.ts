/**
 * What a process has found out about public keys: an argument of the functions that import them and follow their certificates.
 * Without it they do the same work each time.
 */
import type { KeyObject, X509Certificate } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { SigningKey } from './keys.ts';

const MAX_IMPORTED = 2000;
const MAX_PATHS = 500;

/** Entries by name. The oldest one goes when there are too many. */
interface Known<Value> {
  get(name: string): Value | undefined;
  set(name: string, value: Value): unknown;
}

export interface KnownPath {
  readonly leaf: X509Certificate;
  readonly path: readonly X509Certificate[];
  /** Milliseconds, as `until`, which is excluded. */
  readonly from: number;
  readonly until: number;
}

export interface KnownKeys {
  /** By the members that define a key: importing costs as much as verifying, and wallets send the same key with every request. */
  readonly imported: Known<KeyObject>;
  /**
   * Paths that were accepted within the last minute: following one costs as much as all other checks of a presentation, and the
   * credentials of an issuer share one.
   */
  readonly followed: Known<KnownPath>;
  /** The encoded header of SD-JWT VCs by the key that signs them. */
  readonly headers: WeakMap<SigningKey, string>;
  /** The parsed leaf of a key that signs mdocs. */
  readonly leaves: WeakMap<SigningKey, X509Certificate>;
}

/** Made once for a service. */
export function createKnownKeys(): KnownKeys {
  return {
    imported: new LRUCache({ max: MAX_IMPORTED }),
    followed: new LRUCache({ max: MAX_PATHS }),
    headers: new WeakMap(),
    leaves: new WeakMap(),
  };
}
