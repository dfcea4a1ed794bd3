import { ProtocolError } from './errors.ts';
import type { ServiceName } from './service-name.ts';

/** The error for an unreachable engine or service: the caller gets 503 with `Retry-After`, and nothing was acknowledged. */
export function unavailable(
  component: 'database' | 'kafka' | 'redis' | 'replay cache' | ServiceName,
  cause?: unknown,
): ProtocolError {
  return new ProtocolError('temporarily_unavailable', 'A part of the service is not available; try again shortly', {
    headers: { 'retry-after': '2' },
    detail: `${component} unavailable`,
    ...(cause === undefined ? {} : { cause }),
  });
}

/** Whether an error says that an engine or a service was unreachable. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof ProtocolError && error.code === 'temporarily_unavailable';
}
