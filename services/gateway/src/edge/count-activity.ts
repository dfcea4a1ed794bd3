/** Adds each relevant request to its tenant's counts: credentials, presentations, status changes, refusals. */
import { isProtocolStep } from '@countersign/shared/model/session/last-refusal';
import type { ActivityCounter } from '../overview/activity-counter.ts';
import type { Counted } from '../overview/counts.ts';
import { stepOf } from '../trace/step.ts';
import type { Exchange } from './answer.ts';

export type CountActivity = (exchange: Exchange, answered: { readonly status: number; readonly at: number }) => void;

const kinds: Readonly<Record<string, 'issued' | 'presented' | 'statusChanges'>> = {
  'issuer.credential': 'issued',
  'issuer.deferred-credential': 'issued',
  'verifier.response': 'presented',
  'verifier.dc-api.answer': 'presented',
  'status.update': 'statusChanges',
};

/** Reads and writes nothing. */
export function createCountActivity(counter: Pick<ActivityCounter, 'count'>): CountActivity {
  return (exchange, { status, at }) => {
    const { tenant } = exchange;
    const counted = tenant === undefined ? undefined : countedOf(exchange, status, at);
    if (tenant !== undefined && counted !== undefined) counter.count(tenant, at, counted);
  };
}

/** A credential that is not ready yet has the status 202 (OpenID4VCI 1.0, 8.3). */
function countedOf(exchange: Exchange, status: number, at: number): Counted | undefined {
  const { match, code, refused = exchange.annotation?.refused, session, id, annotation } = exchange;
  if (match === undefined) return undefined;
  const { route } = match;
  if (code === undefined && refused === undefined) {
    const kind = kinds[route.operation];
    return kind === undefined || ![200, 201].includes(status) ? undefined : { kind };
  }
  const isStep = code !== undefined && isProtocolStep(code) && status !== 429;
  // A management call is counted only if it is a wallet's step, such as a page's response.
  const ofBackend = route.auth === 'management' && annotation?.step === undefined;
  if (ofBackend || status >= 500 || isStep || refused === undefined) return undefined;
  const failure = {
    at,
    step: stepOf(route, annotation?.step),
    reason: refused.reason,
    request: id,
    ...(session === undefined ? {} : { session }),
  };
  return { kind: 'refused', failure };
}
