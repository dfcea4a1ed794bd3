/** What the clients of a campaign share: the system, their ledger, and what they hold. */
import type { HeldCredential } from '@countersign/wallet/presentation/present';
import { holdPidOf } from '../../support/login.ts';
import { openReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';
import type { Step, World } from '../exchange.ts';
import type { History } from '../history.ts';
import { newLedger } from '../ledger.ts';
import type { Access, Repeated } from '../linearizability.ts';
import { type Logins, newLogins, type Person } from '../login-campaign.ts';
import { seeded } from '../seeded.ts';
import { CANARY } from './canary.ts';
import type { System } from './system.ts';

export interface CampaignWorld extends World {
  readonly system: System;
  readonly receiver: WebhookReceiver;
  readonly held: HeldCredential;
  /** The user, who has the same PID. */
  readonly person: Person;
  readonly logins: Logins;
  cacheLost: boolean;
  /** Sessions whose presentation was acknowledged. */
  readonly presented: Set<string>;
  /** Session -> what was done to the status of its credentials. */
  readonly statuses: History<Access>;
  /** Idempotency key -> the answers to its calls. */
  readonly repeated: History<Repeated>;
  /** Called with the session of each new offer. */
  offered: (session: string) => void;
  /** Resolves when the next request of the step is sent. */
  nextSent(step: Step): Promise<void>;
  killed(): void;
  end(isOver: () => Promise<boolean>): void;
}

export async function openCampaignWorld(system: System, seed: number): Promise<CampaignWorld> {
  const waiting = new Map<Step, () => void>();
  const [receiver, held] = await Promise.all([openReceiver(), holdPidOf(system, { given_name: CANARY.presented })]);
  const ledger = newLedger();
  let kills = 0;
  let isOver = async (): Promise<boolean> => false;
  return {
    system,
    receiver,
    held,
    person: { name: CANARY.presented, held },
    // While kills go on, a busy machine may keep the server from answering for any time.
    logins: newLogins(system, ledger.uses, () => () => isOver()),
    cacheLost: false,
    url: system.url,
    ledger,
    dice: seeded(seed),
    presented: new Set(),
    statuses: new Map(),
    repeated: new Map(),
    offered: () => undefined,
    kills: () => kills,
    killed: () => {
      kills += 1;
    },
    sending: (step) => {
      waiting.get(step)?.();
      waiting.delete(step);
    },
    nextSent: (step) => new Promise((resolve) => waiting.set(step, resolve)),
    isOver: () => isOver(),
    end: (limit) => {
      isOver = limit;
    },
  };
}
