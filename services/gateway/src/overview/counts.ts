/** Counts of an hour, and how they add up. Pure. */
import type { ActivityCounts, ActivityFailure } from '@countersign/shared/model/tenant/activity';

/** The counted facts of one finished request. */
export type Counted =
  | { readonly kind: 'issued' | 'presented' | 'statusChanges' }
  | { readonly kind: 'refused'; readonly failure: ActivityFailure };

const MAX_FAILURES = 20;
/** The catalogue has fewer reasons. This keeps a document small in any case. */
const MAX_REASONS = 400;

export const noCounts: ActivityCounts = { issued: 0, presented: 0, statusChanges: 0, refused: {}, failures: [] };

export function withCounted(counts: ActivityCounts, counted: Counted): ActivityCounts {
  if (counted.kind !== 'refused') return { ...counts, [counted.kind]: counts[counted.kind] + 1 };
  const { failure } = counted;
  return {
    ...counts,
    refused: addedReasons(counts.refused, { [failure.reason]: 1 }),
    failures: newest([failure, ...counts.failures]),
  };
}

/** The sum of several processes' and hours' counts. */
export function summed(all: readonly ActivityCounts[]): ActivityCounts {
  return all.reduce(
    (sum, one) => ({
      issued: sum.issued + one.issued,
      presented: sum.presented + one.presented,
      statusChanges: sum.statusChanges + one.statusChanges,
      refused: addedReasons(sum.refused, one.refused),
      failures: newest([...sum.failures, ...one.failures]),
    }),
    noCounts,
  );
}

function addedReasons(
  some: Readonly<Record<string, number>>,
  others: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  const sum: Record<string, number> = { ...some };
  for (const [reason, count] of Object.entries(others)) {
    if (sum[reason] === undefined && Object.keys(sum).length >= MAX_REASONS) continue;
    sum[reason] = (sum[reason] ?? 0) + count;
  }
  return sum;
}

function newest(failures: readonly ActivityFailure[]): readonly ActivityFailure[] {
  return [...failures].sort((a, b) => b.at - a.at).slice(0, MAX_FAILURES);
}
