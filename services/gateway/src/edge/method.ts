/** Which row of the route table handles a request with this method. */
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { factText } from '@countersign/shared/kernel/reasons/facts';
import type { Route } from '../routes/route.ts';
import type { Exchange } from './answer.ts';
import type { Match } from './match.ts';

/**
 * Finds the most literal path with the method. HEAD is handled as GET without its body.
 * @throws ProtocolError `method_not_allowed`
 */
export function matchMethod(exchange: Exchange, matches: readonly Match[]): Match {
  const method = exchange.request.method === 'HEAD' ? 'GET' : exchange.request.method;
  const match = matches.find(({ route }) => route.method === method);
  // For the error style and the log.
  const shown = match ?? matches[0];
  if (shown !== undefined) exchange.match = shown;
  if (match !== undefined) return match;
  // As documented: only the paths with the same pattern, not one whose parameter happens to have this value.
  const methods = matches.filter(({ pattern }) => pattern === shown?.pattern).flatMap(({ route }) => methodsOf(route));
  throw notAllowed(method, methods, shown?.route.operation);
}

/**
 * HEAD must not change anything (RFC 9110, 9.2.1), so it is refused if GET changes something.
 * @throws ProtocolError `method_not_allowed`
 */
export function checkHead(
  { changes, operation }: Pick<Route, 'changes' | 'operation'>,
  query: Readonly<Record<string, string>>,
): void {
  if (changes === undefined) return;
  if (changes === true || query[changes.query] !== undefined) throw notAllowed('HEAD', ['GET'], operation);
}

function methodsOf({ method, changes }: Route): readonly string[] {
  return method === 'GET' && changes !== true ? ['GET', 'HEAD'] : [method];
}

function notAllowed(
  received: string | undefined,
  methods: readonly string[],
  operation: string | undefined,
): ProtocolError {
  const expectedAny = [...new Set(methods)];
  return new ProtocolError('method_not_allowed', 'This method is not supported here', {
    // A presentation's link specifies the method for fetching its request object.
    reason: operation === 'verifier.request.get' ? 'request_method' : 'method',
    facts: { expectedAny, ...(received === undefined ? {} : { received: factText(received) }) },
    headers: { allow: expectedAny.join(', ') },
  });
}
