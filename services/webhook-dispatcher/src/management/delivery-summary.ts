/** What became of deliveries in a period: their attempts over time, and the state of each target. Pure; times in milliseconds. */
import type { DeliveryAttempt, DeliveryDocument } from '@countersign/shared/model/delivery/deliveries';

export interface AttemptCounts {
  readonly delivered: number;
  readonly failed: number;
  /** Median and 95th percentile of the attempts' durations; absent without an attempt. */
  readonly median?: number;
  readonly p95?: number;
}

export interface SummaryTime extends AttemptCounts {
  /** Start. */
  readonly at: number;
}

export interface TargetSummary extends AttemptCounts {
  readonly target: string;
  readonly waiting: number;
  readonly dead: number;
  readonly failing?: Failing;
}

/** Attempts that failed after the last success. */
export interface Failing {
  readonly since: number;
  /** The latest failed attempt. */
  readonly last: DeliveryAttempt;
  /** When the oldest dead delivery among them was created. */
  readonly deadFrom?: number;
}

/** Milliseconds. */
const MOMENT = 60_000;

/** The attempts by time; each part of the period is `step` long. */
export function summaryTimes(
  all: readonly DeliveryDocument[],
  { from, until, step }: { readonly from: number; readonly until: number; readonly step: number },
): readonly SummaryTime[] {
  // A caller computes the start before the call, so the last moment is not a part of its own.
  const count = Math.max(1, Math.ceil((until - from - MOMENT) / step));
  const parts = Array.from({ length: count }, (): DeliveryAttempt[] => []);
  for (const attempt of all.flatMap(({ attempts }) => attempts)) {
    parts[Math.min(Math.floor((attempt.at - from) / step), count - 1)]?.push(attempt);
  }
  return parts.map((attempts, index) => ({ at: from + index * step, ...countsOf(attempts) }));
}

/** Each target: the failing ones first, then by name. */
export function summaryTargets(all: readonly DeliveryDocument[]): readonly TargetSummary[] {
  const targets = [...new Set(all.map(({ target }) => target))].sort();
  const summaries = targets.map((target) =>
    targetSummary(
      target,
      all.filter((one) => one.target === target),
    ),
  );
  return [
    ...summaries.filter(({ failing }) => failing !== undefined),
    ...summaries.filter((one) => one.failing === undefined),
  ];
}

function targetSummary(target: string, all: readonly DeliveryDocument[]): TargetSummary {
  const attempts = all.flatMap((one) => one.attempts).sort((a, b) => a.at - b.at);
  const success = attempts.findLastIndex(isSuccess);
  const failures = attempts.slice(success + 1);
  const [first] = failures;
  const last = failures.at(-1);
  const dead = all.filter(({ state }) => state === 'dead');
  const failing = dead.filter((one) => one.attempts.some((attempt) => failures.includes(attempt)));
  const deadFrom = Math.min(...failing.map(({ createdAt }) => createdAt));
  return {
    target,
    ...countsOf(attempts),
    waiting: all.filter(({ phase }) => phase === 'waiting').length,
    dead: dead.length,
    ...(first === undefined || last === undefined
      ? {}
      : { failing: { since: first.at, last, ...(Number.isFinite(deadFrom) ? { deadFrom } : {}) } }),
  };
}

function isSuccess({ error, status }: DeliveryAttempt): boolean {
  return error === undefined && status !== undefined && status < 300;
}

function countsOf(attempts: readonly DeliveryAttempt[]): AttemptCounts {
  const delivered = attempts.filter(isSuccess).length;
  const durations = attempts.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  const [median, p95] = [quantile(durations, 0.5), quantile(durations, 0.95)];
  return {
    delivered,
    failed: attempts.length - delivered,
    ...(median === undefined ? {} : { median }),
    ...(p95 === undefined ? {} : { p95 }),
  };
}

/** @param sorted ascending */
function quantile(sorted: readonly number[], share: number): number | undefined {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
}
