/** Times in a query. */
import { TIME_PATTERN, TIME_TEXT } from '@countersign/shared/messages/time';
import { badParameter } from './management-query.ts';

const TIME = new RegExp(TIME_PATTERN);

/**
 * A query parameter that is a time.
 * @param name the parameter's, for the refusal
 * @returns milliseconds; undefined if the parameter is absent
 * @throws ProtocolError `invalid_request`
 */
export function readTime(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const time = TIME.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw badParameter(name, TIME_TEXT);
  return time;
}
