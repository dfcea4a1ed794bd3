/** A failed attempt as users and backends read it. */
import { isoTime } from '@countersign/shared/kernel/clock';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { AttemptDocument } from './attempt.ts';

type Texts = Readonly<Record<string, { readonly explanation: string; readonly hint: string }>>;

/** @param reasons with their explanations and hints */
export function failureView({ failure, next }: Pick<AttemptDocument, 'failure' | 'next'>, reasons: Texts): JsonObject {
  if (failure === undefined) return {};
  const { at, reason, detail } = failure;
  const entry = Object.hasOwn(reasons, reason) ? reasons[reason] : undefined;
  return {
    failedAt: isoTime(at),
    reason,
    ...(detail === undefined ? {} : { detail }),
    ...(entry === undefined ? {} : { explanation: entry.explanation, hint: entry.hint }),
    retryAt: isoTime(next),
  };
}
