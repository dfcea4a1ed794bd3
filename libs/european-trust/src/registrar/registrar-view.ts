/** A tenant's registrar as users and backends read it. */
import { isoTime } from '@countersign/shared/kernel/clock';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { RegistrarTaskDocument } from '@countersign/shared/model/tenant/registrar-tasks';
import { failureView } from '../renewal/failure-view.ts';
import { registrarReasons } from './registrar-reasons.ts';

/** The last result of a task, and why it failed. @param task undefined: it has not run yet */
export function taskView(task: RegistrarTaskDocument | undefined): JsonObject {
  if (task === undefined) return { state: 'waiting', failures: 0 };
  const { failures, failure, succeededAt } = task;
  return {
    state: failure === undefined ? (succeededAt === undefined ? 'waiting' : 'done') : 'failing',
    failures,
    ...(succeededAt === undefined ? {} : { succeededAt: isoTime(succeededAt) }),
    ...failureView(task, registrarReasons),
  };
}
