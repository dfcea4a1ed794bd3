/** Hands each finished request to the trace: a session's requests, and refused ones that match no session. */
import { DEFAULT_TENANT } from '@countersign/shared/kernel/identifiers';
import type { Settings } from '@countersign/shared/settings/settings';
import type { Owner, TraceBuffer } from '../trace/buffer.ts';
import { type AnsweredRequest, entriesOf } from '../trace/entry.ts';
import type { Exchange } from './answer.ts';

export interface AnsweredExchange {
  readonly exchange: Exchange;
  readonly status: number;
  /** Milliseconds: when the request came, and how long it took. */
  readonly at: number;
  readonly ms: number;
}

export type TraceRequest = (answered: AnsweredExchange) => void;

/** Reads and writes nothing: entries are collected in the buffer. */
export function createTraceRequest({ TRACE }: Pick<Settings, 'TRACE'>, buffer: TraceBuffer): TraceRequest {
  if (TRACE === 'off') return () => undefined;
  return (answered) => {
    const { exchange, status } = answered;
    const failed = status >= 400 || exchange.code !== undefined;
    if (!failed && (TRACE === 'failures' || exchange.session === undefined || isPolled(exchange))) return;
    const entries = entriesOf(answeredRequest(answered));
    const owner = ownerOf(exchange);
    for (const entry of entries) {
      const shown = entry.outcome === 'refused' || entry.outcome === 'failed';
      if (shown || (TRACE === 'all' && owner.session !== undefined)) buffer.add(owner, JSON.stringify(entry));
    }
  };
}

/** Requests that repeat while nothing happens would crowd out the others. */
function isPolled({ match }: Exchange): boolean {
  const route = match?.route;
  return route?.stream === 'state' || (route?.auth === 'management' && route.method === 'GET');
}

/** Below the path of a tenant it is the tenant's; variant A has one tenant. */
function ownerOf({ session, tenant, match, segments = [] }: Exchange): Owner {
  if (tenant !== undefined) return { tenant, session };
  if (match?.owner === 'a') return { tenant: DEFAULT_TENANT, session };
  const [first, , third] = segments;
  const maybeTenant = match?.params.tenantId ?? (first === '.well-known' ? third : first);
  return { tenant: undefined, session: undefined, maybeTenant };
}

function answeredRequest({ exchange, status, at, ms }: AnsweredExchange): AnsweredRequest {
  const { id, request, match, segments, parameters, code, refused, annotation } = exchange;
  const { headers } = request;
  return {
    id,
    at,
    ms,
    method: request.method ?? '',
    contentType: headers['content-type'],
    userAgent: headers['user-agent'],
    status,
    ...(match === undefined ? {} : { match }),
    ...(segments?.includes('.well-known') === true ? { wellKnown: true } : {}),
    ...(parameters === undefined ? {} : { parameters }),
    ...(code === undefined ? {} : { code }),
    ...(refused === undefined ? {} : { refused }),
    ...(annotation === undefined ? {} : { annotation }),
  };
}
