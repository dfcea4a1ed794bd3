/** A trace entry, created from a request, its response and the service's report. Pure. */
import type { Annotation, CheckOutcome } from '@countersign/shared/http/annotation';
import type { ErrorCode } from '@countersign/shared/kernel/errors';
import { type Facts, factText } from '@countersign/shared/kernel/reasons/facts';
import { type Reasoned, readReasoned } from '@countersign/shared/kernel/reasons/reasons';
import { isProtocolStep } from '@countersign/shared/model/session/last-refusal';
import { reasons } from '../reasons.ts';
import type { Route } from '../routes/route.ts';
import { stepOf } from './step.ts';

/** As stored: the catalogue's texts are added when it is read. */
export interface TraceEntry {
  /** Milliseconds: when the request came. */
  readonly at: number;
  readonly step: string;
  readonly who: 'wallet' | 'backend' | 'browser';
  /** Request id: the response's `x-request-id`. */
  readonly request: string;
  readonly method: string;
  /** The path's pattern; absent if no route has it. */
  readonly route?: string;
  readonly status: number;
  /** Milliseconds until the response. */
  readonly ms: number;
  readonly outcome: Outcome;
  readonly error?: ErrorCode;
  readonly reason?: string;
  readonly facts?: Facts;
  readonly checks?: readonly CheckOutcome[];
  readonly attempt?: string;
  readonly contentType?: string;
  /** Names of the parameters of query and body. */
  readonly parameters?: readonly string[];
  readonly userAgent?: string;
}

export type Outcome = 'ok' | 'refused' | 'failed' | 'info';

/** What the edge knows about a finished request. */
export interface AnsweredRequest {
  readonly id: string;
  readonly at: number;
  readonly ms: number;
  readonly method: string;
  readonly contentType: string | undefined;
  readonly userAgent: string | undefined;
  readonly status: number;
  /** The path has the segment `.well-known`. */
  readonly wellKnown?: true;
  readonly match?: { readonly route: Route; readonly pattern: string };
  readonly parameters?: readonly string[];
  readonly code?: ErrorCode;
  readonly refused?: Reasoned;
  readonly annotation?: Annotation;
}

const LONGEST_TYPE = 100;
const MAX_PARAMETERS = 30;
/** A longer name, or one with other characters, may be a value that a client has put in the wrong place. */
const NAME = /^[A-Za-z][A-Za-z0-9_.-]{0,39}$/;

/** The request's entry, and one for each of the service's notes. */
export function entriesOf(request: AnsweredRequest): readonly TraceEntry[] {
  const main = entryOf(request);
  const notes = request.annotation?.notes ?? [];
  return [...notes.flatMap((note) => noteEntry(main, note)), main];
}

function entryOf(request: AnsweredRequest): TraceEntry {
  const { annotation, match, status, code, userAgent } = request;
  const outcome = outcomeOf(status, code);
  const type = mediaType(request.contentType);
  const { checks, attempt } = annotation ?? {};
  return {
    at: request.at,
    step: stepOf(match?.route, annotation?.step, request.wellKnown),
    who: callerOf(match?.route),
    request: request.id,
    method: request.method,
    ...(match === undefined ? {} : { route: match.pattern }),
    status,
    ms: request.ms,
    outcome,
    ...(code === undefined ? {} : { error: code }),
    ...refusedBy(request),
    ...(checks === undefined || outcome === 'ok' ? {} : { checks }),
    ...(attempt === undefined ? {} : { attempt }),
    ...(type === undefined ? {} : { contentType: type }),
    ...namesOf(request.parameters),
    ...(userAgent === undefined ? {} : { userAgent: factText(userAgent) }),
  };
}

/** Every fact must be listed for its reason here too: facts enter a trace only here. */
function refusedBy({ refused, annotation }: AnsweredRequest): Pick<TraceEntry, 'reason' | 'facts'> {
  const known = refused ?? annotation?.refused;
  return (known && readReasoned(reasons, known.reason, known.facts)) ?? {};
}

/** It was accepted, but a developer should know about it. */
function noteEntry(main: TraceEntry, note: Reasoned): TraceEntry {
  const { at, step, who, request, method, route, status, ms, userAgent } = main;
  return {
    at,
    step,
    who,
    request,
    method,
    ...(route === undefined ? {} : { route }),
    status,
    ms,
    outcome: 'info',
    ...readReasoned(reasons, note.reason, note.facts),
    ...(userAgent === undefined ? {} : { userAgent }),
  };
}

function outcomeOf(status: number, code: ErrorCode | undefined): Outcome {
  if (status >= 500) return 'failed';
  if (code === undefined) return status >= 400 ? 'refused' : 'ok';
  return isProtocolStep(code) && status !== 429 ? 'info' : 'refused';
}

function callerOf(route: Route | undefined): TraceEntry['who'] {
  if (route?.auth === 'management' || route?.operation === 'gateway.token') return 'backend';
  return route?.cookies === true || route?.errors === 'page' ? 'browser' : 'wallet';
}

function mediaType(header: string | undefined): string | undefined {
  const type = header?.split(';', 1)[0]?.trim().toLowerCase();
  return type === undefined || type === '' ? undefined : factText(type).slice(0, LONGEST_TYPE);
}

/** A name that may be a value is shown as `…`. */
function namesOf(names: readonly string[] | undefined): Pick<TraceEntry, 'parameters'> {
  if (names === undefined || names.length === 0) return {};
  const shown = names.map((name) => (NAME.test(name) ? name : '…'));
  return { parameters: [...new Set(shown)].slice(0, MAX_PARAMETERS) };
}
