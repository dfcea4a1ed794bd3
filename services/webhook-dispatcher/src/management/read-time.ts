/** Times of a query or body. The gateway has checked their form (ISO 8601); a date that no calendar has passes there. */
import { ProtocolError } from '@countersign/shared/kernel/errors';

/**
 * @param name of the parameter, for the refusal
 * @returns milliseconds; undefined if absent
 * @throws ProtocolError `invalid_request`
 */
export function readTime(
  name: string,
  text: string | undefined,
  reason: 'query_parameter' | 'body_invalid' = 'query_parameter',
): number | undefined {
  if (text === undefined) return undefined;
  const time = Date.parse(text);
  if (!Number.isNaN(time)) return time;
  const expected = 'a date, or a date and time with its zone (ISO 8601)';
  throw new ProtocolError('invalid_request', `${name} must be ${expected}`, {
    reason,
    facts: { parameter: name, expected },
  });
}
