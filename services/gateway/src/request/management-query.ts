/** Checks the query of management routes: unknown parameters are refused, as in bodies. Wallet routes ignore them. */

import { compileSchema, printable, type Validate } from '@countersign/shared/http/validate';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { QueryParameter, Route } from '../routes/route.ts';
import { routes } from '../routes/routes.ts';

/** Throws ProtocolError `invalid_request`, with the names or the values that are accepted. */
export type CheckQuery = (route: Route, query: Readonly<Record<string, string>>) => void;

interface Compiled {
  readonly findings: Validate;
  readonly parameter: QueryParameter;
}

/** Compiles the parameters of the route table, once. */
export function compileQueryCheck(): CheckQuery {
  const known = new Map(routes.map((route) => [route, compileParameters(route)]));
  return (route, query) => {
    const parameters = known.get(route) ?? compileParameters(route);
    for (const [name, text] of Object.entries(query)) {
      const compiled = parameters.get(name);
      if (compiled === undefined) throw unknownParameter(name, [...parameters.keys()]);
      const { findings, parameter } = compiled;
      if (findings(readValue(parameter.schema, text)).length > 0) throw badValue(name, parameter.schema);
    }
  };
}

function compileParameters({ query = {} }: Route): ReadonlyMap<string, Compiled> {
  const compiled = Object.entries(query).map(([name, parameter]): [string, Compiled] => [
    name,
    { findings: compileSchema(parameter.schema), parameter },
  ]);
  return new Map(compiled);
}

/**
 * Converts a string in the query to its schema's type. A string that isn't a number stays a string, which the schema
 * refuses.
 */
function readValue({ type }: JsonObject, text: string): string | number {
  return type === 'integer' && /^\d{1,15}$/.test(text) ? Number(text) : text;
}

function unknownParameter(name: string, accepted: readonly string[]): ProtocolError {
  const takes = accepted.length === 0 ? 'takes none' : `takes ${accepted.join(', ')}`;
  return new ProtocolError('invalid_request', `Unknown query parameter ${printable(name)}: this route ${takes}`, {
    reason: 'query_parameter',
    facts: { parameter: printable(name), parameters: accepted },
  });
}

/** The value itself is not repeated: a caller may have put a secret there. */
function badValue(name: string, schema: JsonObject): ProtocolError {
  return badParameter(name, acceptedBy(schema));
}

/** @param expected what the parameter must be, as text */
export function badParameter(name: string, expected: string): ProtocolError {
  return new ProtocolError('invalid_request', `${name} must be ${expected}`, {
    reason: 'query_parameter',
    facts: { parameter: name, expected },
  });
}

function acceptedBy({ type, enum: values, minimum, maximum, minLength, maxLength, description }: JsonObject): string {
  if (Array.isArray(values)) return `one of: ${values.join(', ')}`;
  if (type === 'integer') return `a whole number from ${minimum} to ${maximum}`;
  if (maxLength !== undefined) return `a string of ${minLength} to ${maxLength} characters`;
  return typeof description === 'string' ? description : 'a valid value';
}
