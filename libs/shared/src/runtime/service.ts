/** A service is a plain value. One runtime runs one service, or all five in one process. */

import type { Subscription } from '../bus/port.ts';
import type { Cache, ReplayCache } from '../cache/port.ts';
import type { KeyRing } from '../crypto/keys.ts';
import type { KnownKeys } from '../crypto/known-keys.ts';
import type { RequirementsOf } from '../flow-config/tenant-profile.ts';
import type { CallOperation, Operations } from '../http/message.ts';
import type { Clock } from '../kernel/clock.ts';
import type { FolderEdits } from '../kernel/folder-edits.ts';
import type { Log } from '../kernel/log.ts';
import type { Random } from '../kernel/random.ts';
import type { ServiceName } from '../kernel/service-name.ts';
import type { Signers } from '../keys/signer.ts';
import type { Vaults } from '../keys/vault.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { PublicEvent } from '../model/session/public-events.ts';
import type { SessionDocument } from '../model/session/sessions.ts';
import type { StatusEntryDocument } from '../model/status/status-documents.ts';
import type { Settings } from '../settings/settings.ts';
import type { Store } from '../store/port.ts';

export interface Job {
  readonly name: string;
  /** Milliseconds between the end of one run and the start of the next. */
  readonly every: number;
  readonly run: () => Promise<void>;
  /** One run at a time across all replicas. Without it every replica runs the job. */
  readonly exclusive?: true;
  /** Whether anybody uses the job's result: replicas write no lease for an unused exclusive job. Default: it is used */
  readonly isUsed?: () => Promise<boolean>;
}

export interface Service {
  readonly name: ServiceName;
  /** A route without its operation returns `not_built`. */
  readonly operations: Operations;
  readonly consumers: readonly Subscription[];
  readonly jobs: readonly Job[];
  /** Stops background work other than jobs and consumers; resolves when it has ended. The store is still open. */
  readonly stop?: () => Promise<void>;
}

/** Dependencies of every service. */
export interface Platform {
  readonly settings: Settings;
  readonly store: Store;
  readonly cache: Cache;
  /**
   * Used-once marks that outlive a restart of this process, at the cost of a write: for values that the server did not
   * issue, such as a client assertion. Separate services use the cache's.
   */
  readonly lastingReplayCache: ReplayCache;
  readonly keys: KeyRing;
  /** Wallets' and issuers' keys. Absent: each key is imported and each path followed again. */
  readonly knownKeys?: KnownKeys;
  /**
   * Creates keys and signs outside the process; absent: private keys are in the process, and encrypted in the store.
   */
  readonly signers?: Signers;
  /** What a tenant requires of wallets: the settings, and its profile. */
  readonly requirementsOf: RequirementsOf;
  readonly vaults: Vaults;
  /** Edits of the configuration folder; absent: each read of a file asks the file system. */
  readonly edits?: FolderEdits;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Calls an operation of another service. */
  readonly call: CallOperation;
  /** Wakes the relay for a session whose outbox was just filled. Never throws; the sweep finds a lost wake-up. */
  readonly wakeRelay: (session: SessionDocument) => void;
  /** The same for a status entry. */
  readonly wakeEntryRelay: (entry: StatusEntryDocument) => void;
  /** An event's id for the tenant's log; undefined with EVENTS=off. */
  readonly newEventId?: (() => string) | undefined;
  /** Logs an event shortly after, without writing its session, once for each type and session. Never throws. */
  readonly noteEvent?: ((session: SessionDocument, event: PublicEvent) => void) | undefined;
}
