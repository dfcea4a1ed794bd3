/** What the server has acknowledged, and what must not have happened: the outside view of a campaign. */

import type { Wallet } from '@countersign/wallet/issuance/wallet';
import type { WalletKey } from '@countersign/wallet/jwt/keys';

export interface ReceivedCredential {
  readonly session: string;
  readonly credential: string;
  readonly notificationId: string;
  /** The key that its proof was signed with. */
  readonly key: WalletKey;
}

/** A code that was redeemed, as it was: to be tried again at the end. */
export interface SpentCode {
  readonly wallet: Wallet;
  readonly parameters: Record<string, string>;
}

export interface Ledger {
  /** Session -> `state` that the backend gave it; each was answered 201. */
  readonly offers: Map<string, string>;
  /** Code or pre-authorized code -> token answers. */
  readonly tokens: Map<string, number>;
  readonly spent: SpentCode[];
  /** Nonce -> credential answers. */
  readonly nonces: Map<string, number>;
  readonly credentials: ReceivedCredential[];
  readonly notifications: { readonly session: string; readonly notificationId: string }[];
  /** Id -> version of the last write that was answered 201. */
  readonly configurations: Map<string, number>;
  /** Requests that got no answer: each may have happened or not. */
  lost: number;
  /** Requests that no server received, or that were answered 503. */
  down: number;
  requests: number;
  /** Flows begun; those that ended with a notification; those whose pre-authorized code was spent for a lost answer. */
  begun: number;
  finished: number;
  abandoned: number;
  /** Attempts of an authorization-code flow that were begun again. */
  restarted: number;
  readonly violations: string[];
}

export function newLedger(): Ledger {
  return {
    offers: new Map(),
    tokens: new Map(),
    spent: [],
    nonces: new Map(),
    credentials: [],
    notifications: [],
    configurations: new Map(),
    lost: 0,
    down: 0,
    requests: 0,
    begun: 0,
    finished: 0,
    abandoned: 0,
    restarted: 0,
    violations: [],
  };
}

export function addOne(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
