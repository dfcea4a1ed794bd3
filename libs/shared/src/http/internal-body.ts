/** Bodies that one service sends to another: the gateway has not seen them. */
import { ProtocolError } from '../kernel/errors.ts';
import type { JsonObject } from '../kernel/json.ts';
import type { OperationRequest } from './message.ts';
import type { Static } from './static-type.ts';
import { compileSchema } from './validate.ts';

/**
 * @returns the body as its schema describes it
 * @throws ProtocolError `invalid_request`
 */
export type ReadInternalBody<S> = (request: Pick<OperationRequest, 'body'>) => Static<S>;

export function internalBody<S extends JsonObject>(schema: S): ReadInternalBody<S> {
  const validate = compileSchema(schema);
  return ({ body }) => {
    const errors = validate(body);
    if (errors.length === 0) return body as Static<S>;
    throw new ProtocolError('invalid_request', 'The body is not valid', { reason: 'internal_request', errors });
  };
}
