/** The registrar of a tenant as people and backends read it. */
import { isoTime } from '@countersign/shared/kernel/clock';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { RegistrarTaskDocument } from '@countersign/shared/model/tenant/registrar-tasks';
import { type RegistrarReason, registrarReasons } from './registrar-reasons.ts';

/** What a task did last, and why it failed. @param task undefined: nothing was done yet */
export function taskView(task: RegistrarTaskDocument | undefined): JsonObject {
  if (task === undefined) return { state: 'waiting', failures: 0 };
  const { failures, failure, succeededAt, next } = task;
  return {
    state: failure === undefined ? (succeededAt === undefined ? 'waiting' : 'done') : 'failing',
    failures,
    ...(succeededAt === undefined ? {} : { succeededAt: isoTime(succeededAt) }),
    ...(failure === undefined ? {} : { ...failureView(failure), retryAt: isoTime(next) }),
  };
}

function failureView({ at, reason, detail }: NonNullable<RegistrarTaskDocument['failure']>): JsonObject {
  const entry = Object.hasOwn(registrarReasons, reason) ? registrarReasons[reason as RegistrarReason] : undefined;
  return {
    failedAt: isoTime(at),
    reason,
    ...(detail === undefined ? {} : { detail }),
    ...(entry === undefined ? {} : { explanation: entry.explanation, hint: entry.hint }),
  };
}
