import { ProtocolError } from './errors.ts';
import type { ServiceName } from './service-name.ts';

type Component = 'database' | 'kafka' | 'redis' | 'replay cache' | 'audit log' | ServiceName;

/** Seconds. */
const RETRY_AFTER = 2;

/** The error for an unreachable engine or service: the caller gets 503 with `Retry-After`, and nothing was acknowledged. */
export function unavailable(
  component: Component,
  cause?: unknown,
  description = 'A part of the service is not available; try again shortly',
): ProtocolError {
  return new ProtocolError('temporarily_unavailable', description, {
    reason: 'dependency_away',
    facts: { dependency: component, retryAfterSeconds: RETRY_AFTER },
    headers: { 'retry-after': String(RETRY_AFTER) },
    detail: `${component} unavailable`,
    ...(cause === undefined ? {} : { cause }),
  });
}

/** The error for an operation that no service here has. */
export function notBuilt(): ProtocolError {
  return new ProtocolError('not_built', 'This part of the API is not built yet', { reason: 'not_offered' });
}

/** Whether an error means that an engine or a service was unreachable. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof ProtocolError && error.code === 'temporarily_unavailable';
}
