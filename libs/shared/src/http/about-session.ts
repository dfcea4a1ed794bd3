/** Operations that name their session by its id, as management and calls between services do: annotated for the log. */
import { ProtocolError } from '../kernel/errors.ts';
import type { Json } from '../kernel/json.ts';
import { annotated } from './annotation.ts';
import type { Operation, OperationRequest } from './message.ts';

/**
 * The same operation; its reply says which session it was about, and so do its errors. A request that is malformed, or
 * finds nothing, may name no session at all: what it has there is not logged.
 * @param idOf the session id that the request names
 */
export function aboutSession(operation: Operation, idOf: (request: OperationRequest) => Json | undefined): Operation {
  return async (request) => {
    const session = idOf(request);
    if (typeof session !== 'string') return operation(request);
    try {
      return { ...(await operation(request)), annotation: { session } };
    } catch (error) {
      const unsure = error instanceof ProtocolError && (error.status === 400 || error.status === 404);
      throw unsure ? error : annotated(error, { session });
    }
  };
}
