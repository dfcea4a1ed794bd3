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

/** A redeemed code, unchanged: to be retried at the end. */
export interface SpentCode {
  readonly wallet: Wallet;
  readonly parameters: Record<string, string>;
}

export interface Ledger {
  /** Session -> the backend's `state`; each got a 201. */
  readonly offers: Map<string, string>;
  /** Code or pre-authorized code -> token responses. */
  readonly tokens: Map<string, number>;
  readonly spent: SpentCode[];
  /** Nonce -> credential responses. */
  readonly nonces: Map<string, number>;
  readonly credentials: ReceivedCredential[];
  readonly notifications: { readonly session: string; readonly notificationId: string }[];
  /** Id -> version of the last write with a 201. */
  readonly configurations: Map<string, number>;
  /** Requests without a response: each may have happened or not. */
  lost: number;
  /** Requests that no server received, or that got a 503. */
  down: number;
  requests: number;
  /** Flows started; flows ended with a notification; flows whose pre-authorized code was spent for a lost response. */
  begun: number;
  finished: number;
  abandoned: number;
  /** Restarted attempts of an authorization-code flow. */
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
