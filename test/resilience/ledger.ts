/** What the server has acknowledged, and what must not have happened: the outside view of a campaign. */

import type { Wallet } from '@countersign/wallet/issuance/wallet';
import type { WalletKey } from '@countersign/wallet/jwt/keys';
import type { History } from './history.ts';
import type { Use } from './linearizability.ts';

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
  /** Each code, pre-authorized code and nonce, and what its users were told. */
  readonly uses: History<Use>;
  readonly spent: SpentCode[];
  readonly credentials: ReceivedCredential[];
  /** Issuances that have ended: their sessions get no further credential. */
  readonly whole: Set<string>;
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
    uses: new Map(),
    spent: [],
    credentials: [],
    whole: new Set(),
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

/** How many token responses, or credential responses, clients received. */
export function accepted({ uses }: Ledger, kind: 'code' | 'nonce'): number {
  return [...uses]
    .filter(([thing]) => thing.startsWith(`${kind} `))
    .flatMap(([, calls]) => calls)
    .filter(({ step }) => step === 'accepted').length;
}
