/** Logs that a document could not be relayed. */
import type { Topic } from '../bus/catalogue.ts';
import { ProtocolError } from '../kernel/errors.ts';
import type { Log } from '../kernel/log.ts';
import { isUnavailable } from '../kernel/unavailable.ts';

export function logFailure(log: Log, session: string, error: unknown, topic?: Topic): void {
  const code = error instanceof ProtocolError ? error.code : error instanceof Error ? error.name : typeof error;
  // The adapter of an unreachable engine logs the outage once; a line for each document would hide it.
  log[isUnavailable(error) ? 'debug' : 'warn']('An outbox was not relayed; the sweep tries again', {
    session,
    code,
    ...(topic === undefined ? {} : { topic }),
  });
}
