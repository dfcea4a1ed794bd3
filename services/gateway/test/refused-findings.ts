/** Operations that return the gateway's errors together with their own, as the services do. */
import type { Operation } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { routes } from '../src/routes/routes.ts';

/** The operation, which refuses a body with errors. */
export function refusingFound(operation: Operation): Operation {
  return async (request) => {
    const { found: errors = [] } = request;
    if (errors.length === 0) return operation(request);
    throw new ProtocolError('invalid_request', 'Not valid', { reason: 'flow_configuration_invalid', errors });
  };
}

/** One for each such route, without its own errors. */
export const answeringFound: Readonly<Record<string, Operation>> = Object.fromEntries(
  routes.flatMap(({ operation, findings }) =>
    findings === 'operation' ? [[operation, refusingFound(async () => ({ body: {} }))]] : [],
  ),
);
