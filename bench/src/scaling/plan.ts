/** How much of what a rate of flows needs, by arithmetic over measured figures. Pure. */
import { type FlowName, type Measured, type MeasuredPoint, pointOf } from './measured.ts';

export const SERVICES = ['gateway', 'issuer', 'verifier', 'status', 'webhook-dispatcher'] as const;
export type Service = (typeof SERVICES)[number];

/** What a planner chooses. */
export interface Choices {
  /** Share of a core that a replica may use, so that peaks and garbage collection find room. */
  readonly utilisation: number;
  /** Replicas that may be missing at any time: one crashes, or is being replaced. */
  readonly spare: number;
  /** Seconds that a backend takes for a webhook. */
  readonly webhook: number;
  /** Webhooks that a dispatcher has under way at once: `WEBHOOK_CONCURRENCY` for each target. */
  readonly webhooksAtOnce: number;
  /** Days that the documents of a collection are kept; those of a collection without an entry stay for good. */
  readonly daysKept: Readonly<Record<string, number>>;
  /** Bytes that the store and its indexes take for a byte of a document. */
  readonly storeFactor: number;
}

export interface Plan {
  readonly rate: number;
  readonly replicas: Readonly<Record<Service, number>>;
  /** Cores that all services use, without the spare. */
  readonly cores: number;
  readonly storeReads: number;
  readonly storeWrites: number;
  readonly events: number;
  readonly partitions: number;
  /** Megabits a second at the gateway, received and sent. */
  readonly received: number;
  readonly sent: number;
  /** Gigabytes of what is erased by age, and gigabytes a year that stay for good. */
  readonly kept: number;
  readonly keptForGood: number;
}

/** A topic has this many partitions at least: the default of `KAFKA_PARTITIONS`. */
const FEWEST_PARTITIONS = 12;
const SECONDS_A_DAY = 86_400;
const DAYS_A_YEAR = 365;

/** Replicas of a service: its CPU at this rate over the share of a core that each may use, and the spare ones. */
export function replicasFor(rate: number, milliseconds: number, { utilisation, spare }: Choices): number {
  return Math.max(1, Math.ceil((rate * milliseconds) / 1000 / utilisation)) + spare;
}

/** Dispatchers need CPU, and a place for each webhook under way. */
function dispatchersFor(rate: number, milliseconds: number, choices: Choices): number {
  const underWay = Math.ceil((rate * choices.webhook) / choices.webhooksAtOnce);
  return Math.max(replicasFor(rate, milliseconds, choices), underWay + choices.spare);
}

/** The plan for flows of one kind, by their costs on five services with 32 clients. @param rate flows a second */
export function planFor(measured: Measured, flow: FlowName, rate: number, choices: Choices): Plan {
  const point = pointOf(measured, 'five services', flow, 32);
  const { storeReads, storeWrites, events, received, sent, stored } = measured.flows[flow];
  const replicas = Object.fromEntries(
    SERVICES.map((service) => [service, replicasOf(service, point, rate, choices)]),
  ) as Record<Service, number>;
  const megabits = (bytes: number): number => (bytes * rate * 8) / 1e6;
  const gigabytes = (days: (collection: string) => number): number =>
    Object.entries(stored).reduce((sum, [name, size]) => sum + size * days(name), 0) *
    ((choices.storeFactor * rate * SECONDS_A_DAY) / 1e9);
  return {
    ...{ rate, replicas },
    cores: SERVICES.reduce((sum, service) => sum + ((point.cpu[service] ?? 0) * rate) / 1000, 0),
    ...{ storeReads: storeReads * rate, storeWrites: storeWrites * rate, events: events * rate },
    // Other services consume next to their requests: those without a partition have requests alone.
    partitions: Math.max(FEWEST_PARTITIONS, replicas['webhook-dispatcher']),
    ...{ received: megabits(received), sent: megabits(sent) },
    kept: gigabytes((name) => choices.daysKept[name] ?? 0),
    keptForGood: gigabytes((name) => (choices.daysKept[name] === undefined ? DAYS_A_YEAR : 0)),
  };
}

function replicasOf(service: Service, { cpu }: MeasuredPoint, rate: number, choices: Choices): number {
  const milliseconds = cpu[service] ?? 0;
  return service === 'webhook-dispatcher'
    ? dispatchersFor(rate, milliseconds, choices)
    : replicasFor(rate, milliseconds, choices);
}

export interface ListPlan {
  readonly credentials: number;
  readonly lists: number;
  /** Gigabytes of their entries in the store. */
  readonly entries: number;
  /** Megabytes that a replica of the status service holds where every list is requested. */
  readonly memory: number;
}

/** Entries of a status list. */
export const LIST_SIZE = 2 ** 20;

/** What credentials leave that stay for years. @param tokenBytes the signed list, and the same in gzip, together */
export function planLists(
  measured: Measured,
  credentials: number,
  { storeFactor }: Choices,
  tokenBytes: number,
): ListPlan {
  const entry = measured.flows.issuance.stored.statusEntries ?? 0;
  const lists = Math.ceil(credentials / LIST_SIZE);
  return {
    ...{ credentials, lists },
    entries: (credentials * entry * storeFactor) / 1e9,
    memory: (lists * (LIST_SIZE / 8 + tokenBytes)) / 1e6,
  };
}
