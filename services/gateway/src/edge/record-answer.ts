/** Log line, metrics and span of each finished request. */
import type { Log } from '@countersign/shared/kernel/log';
import type { Metrics } from '@countersign/shared/metrics/metrics';
import type { Span } from '@countersign/shared/tracing/span';
import { traceId } from '@countersign/shared/tracing/trace-context';
import type { Exchange } from './answer.ts';

export interface RecordedAnswer {
  readonly exchange: Exchange;
  readonly status: number;
  readonly milliseconds: number;
  /** The same time, from a clock with fractions of milliseconds. */
  readonly seconds: number;
  readonly span: Span;
}

/** Health checks, and what pages of the console read again and again: thousands of lines without news. */
function isRoutine({ match, request, byConsole }: Exchange, status: number): boolean {
  if (status >= 400) return false;
  return byConsole === true ? request.method === 'GET' : match?.pattern.startsWith('/health') === true;
}

/** No label and no field contains text from the caller. A refusal is counted by its reason, and only here. */
export function recordAnswer(
  { log, metrics }: { readonly log: Log; readonly metrics: Metrics },
  { exchange, status, milliseconds, seconds, span }: RecordedAnswer,
): void {
  const { match, refused, annotation } = exchange;
  const route = match?.pattern ?? 'none';
  const method = match?.route.method ?? 'other';
  metrics.count('countersign_requests_total', { route, method, status: String(status) });
  metrics.observe('countersign_request_duration_seconds', { route }, seconds);
  const reason = (refused ?? annotation?.refused)?.reason;
  if (reason !== undefined) metrics.count('countersign_refusals_total', { reason });
  log[isRoutine(exchange, status) ? 'debug' : 'info']('request', {
    service: 'gateway',
    request: exchange.id,
    trace: traceId(exchange.trace),
    method: exchange.request.method ?? '',
    ...(match === undefined ? {} : { route: match.pattern, operation: match.route.operation }),
    tenant: exchange.tenant,
    session: exchange.session,
    code: exchange.code,
    ...(reason === undefined ? {} : { reason }),
    status,
    milliseconds,
  });
  if (!span.isRecording()) return;
  span.updateName(`${method} ${route}`);
  span.setAttributes({ 'http.request.method': method, 'http.route': route, 'http.response.status_code': status });
}
