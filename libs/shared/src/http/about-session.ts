/** Operations that name their session by its id, as management and calls between services do: annotated for the log. */
import { ProtocolError } from '../kernel/errors.ts';
import type { Json } from '../kernel/json.ts';
import { annotated, annotationOf } from './annotation.ts';
import type { Operation, OperationRequest } from './message.ts';

/**
 * Annotates the replies and errors of an operation with their session. The id in a request that is malformed, or finds
 * nothing, is not logged: it may be anything.
 * @param idOf the session id that the request names
 */
export function aboutSession<Body>(
  operation: Operation<Body>,
  idOf: (request: OperationRequest<Body>) => Json | undefined,
): Operation<Body> {
  return async (request) => {
    const session = idOf(request);
    if (typeof session !== 'string') return operation(request);
    try {
      const reply = await operation(request);
      return { ...reply, annotation: { ...reply.annotation, session } };
    } catch (error) {
      const unsure = error instanceof ProtocolError && (error.status === 400 || error.status === 404);
      throw unsure ? error : annotated(error, { ...annotationOf(error), session });
    }
  };
}
