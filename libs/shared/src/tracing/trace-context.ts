/** W3C Trace Context, level 1: `traceparent` of incoming and outgoing requests. */
import type { Random } from '../kernel/random.ts';

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** A request's `traceparent`: the given one if it is valid (3.2), otherwise a new trace's, which is not sampled. */
export function traceOf(given: string | undefined, random: Random): string {
  if (given !== undefined && isTraceparent(given)) return given;
  const ids = random(24).toString('hex');
  return `00-${validId(ids.slice(0, 32))}-${validId(ids.slice(32))}-00`;
}

/** An outgoing request's `traceparent`: same trace, new parent id (4.3). */
export function childTraceparent(trace: string, random: Random): string {
  const [, , traceId = '', , flags = '00'] = TRACEPARENT.exec(trace) ?? [];
  return `00-${traceId}-${validId(random(8).toString('hex'))}-${flags}`;
}

/** The trace's id, for the log. */
export function traceId(trace: string): string {
  return trace.slice(3, 35);
}

/** 3.2.2: version ff and ids of zeros are not valid; later versions may carry more. */
export function isTraceparent(text: string): boolean {
  const parts = text.length > 256 ? null : TRACEPARENT.exec(text);
  if (parts === null) return false;
  const [, version, trace = '', parent = '', , more] = parts;
  return version !== 'ff' && !/^0+$/.test(trace) && !/^0+$/.test(parent) && (version !== '00' || more === undefined);
}

/** An id, in hexadecimal, from random digits. Only zeros are not valid. */
function validId(digits: string): string {
  return /^0+$/.test(digits) ? `01${digits.slice(2)}` : digits;
}
