/** Steps of a wallet: annotates each operation with its session and step, for the log and for the session's refusals. */

import { type Annotation, annotated, type CheckOutcome } from '../http/annotation.ts';
import type { Operation, OperationReply, OperationRequest } from '../http/message.ts';
import type { Clock } from '../kernel/clock.ts';
import { ProtocolError } from '../kernel/errors.ts';
import type { Json } from '../kernel/json.ts';
import { errorFields } from '../kernel/log-error.ts';
import type { Reasoned } from '../kernel/reasons/reasons.ts';
import { isRefusal, recordRefusal } from '../model/last-refusal.ts';
import { sessionByReference } from '../model/session-change.ts';
import type { SessionDocument } from '../model/sessions.ts';
import type { WalletStep } from '../model/wallet-step.ts';
import { checkOwnSession } from '../trust/brought-anchors.ts';
import type { Platform } from './service.ts';

/** The wallet-facing value by which a request names its session; undefined where it has none. */
export type Naming = (request: OperationRequest) => Json | undefined;

/** Wraps the operation of a step. `naming` finds the session of a request that was refused before it was looked up. */
export type WalletSteps = (step: WalletStep, operation: Operation, naming?: Naming) => Operation;

type StepPlatform = Pick<Platform, 'store' | 'clock' | 'log'>;

/** Most lookups per second of sessions of refused requests. */
const MOST_LOOKUPS = 20;
/** Milliseconds. */
const SECOND = 1000;
/** Most different notes of a request. */
const MOST_NOTES = 5;
/** An answer with many presentations has more checks; the one that refused is kept in any case. */
const MOST_CHECKS = 100;

/**
 * Creates the wrapper of a service's operations. It annotates the reply or error of a request that reached a session, and
 * writes a refusal into the session. Neither changes the answer to the wallet.
 */
export function createWalletSteps(platform: StepPlatform): WalletSteps {
  const withinLimit = createLimit(platform.clock);
  return (step, operation, naming) => async (request) => {
    const reports: Reports = { checks: [], notes: [] };
    const { reached, note, checked } = reportersOf(reports, request);
    try {
      const reply = await operation({ ...request, reached, note, checked });
      return await noteReply(platform, { request, step, reports, session: reports.session }, reply);
    } catch (error) {
      const session = reports.session ?? (await namedSession(platform, request, naming?.(request), withinLimit));
      throw await noteError(platform, { request, step, reports, session }, error);
    }
  };
}

/** What the operation has reported about its request. */
interface Reports {
  session?: SessionDocument;
  readonly checks: CheckOutcome[];
  readonly notes: Reasoned[];
}

function reportersOf(
  reports: Reports,
  request: OperationRequest,
): Required<Pick<OperationRequest, 'reached' | 'note' | 'checked'>> {
  return {
    reached: (session) => {
      reports.session = session;
      checkOwnSession(request, session);
    },
    note: (reasoned) => {
      const { notes } = reports;
      const known = notes.some(({ reason }) => reason === reasoned.reason);
      if (!known && notes.length < MOST_NOTES) notes.push(reasoned);
    },
    checked: (check, ok) => {
      const { checks } = reports;
      if (checks.length < MOST_CHECKS) checks.push({ check, ok });
      else if (!ok) checks[MOST_CHECKS - 1] = { check, ok };
    },
  };
}

interface WalletStepContext {
  readonly request: OperationRequest;
  readonly step: WalletStep;
  readonly session: SessionDocument | undefined;
  readonly reports: Reports;
}

/** The annotation of an answer; undefined where there is nothing to say about it. */
function annotationFor(
  { step, session, reports }: WalletStepContext,
  refusal?: ProtocolError | true,
): Annotation | undefined {
  const { checks, notes } = reports;
  if (refusal === undefined && notes.length === 0)
    return session === undefined ? undefined : { session: session.id, step };
  const refused = refusal instanceof ProtocolError ? { code: refusal.code, refused: refusal.reasoned } : {};
  const known = {
    ...(session === undefined ? {} : { session: session.id }),
    ...refused,
    ...(refusal !== undefined && checks.length > 0 ? { checks } : {}),
    ...(notes.length > 0 ? { notes } : {}),
  };
  return Object.keys(known).length === 0 ? undefined : { ...known, step };
}

async function noteReply(
  platform: StepPlatform,
  context: WalletStepContext,
  answered: OperationReply,
): Promise<OperationReply> {
  const { refusal } = answered;
  const annotation = annotationFor(context, refusal);
  if (refusal === undefined) return annotation === undefined ? answered : { ...answered, annotation };
  const { refusal: _, ...reply } = answered;
  if (annotation === undefined) return reply;
  await write(platform, context, refusal);
  return { ...reply, annotation };
}

/** @returns the error to throw */
async function noteError(platform: StepPlatform, context: WalletStepContext, error: unknown): Promise<unknown> {
  const annotation = annotationFor(context, true);
  if (annotation === undefined) return error;
  if (error instanceof ProtocolError && isRefusal(error)) await write(platform, context, error);
  return annotated(error, annotation);
}

/** Never throws: the wallet gets its answer even where the refusal can't be written. */
async function write(
  { store, clock, log }: StepPlatform,
  { request, step, session }: WalletStepContext,
  error: ProtocolError,
) {
  if (session === undefined) return;
  try {
    await recordRefusal(store, session, error, step, clock());
  } catch (failure) {
    const { id, tenant } = request;
    log.warn('a refusal was not kept', { request: id, session: session.id, tenant, ...errorFields(failure) });
  }
}

/** The session that a refused request names; undefined where it names none, the limit is reached, or the store fails. */
async function namedSession(
  platform: StepPlatform,
  request: OperationRequest,
  reference: Json | undefined,
  withinLimit: () => boolean,
): Promise<SessionDocument | undefined> {
  if (reference === undefined || !withinLimit()) return undefined;
  const found = await sessionByReference(platform, request, reference).catch(() => undefined);
  return found?.session;
}

/** True at most `MOST_LOOKUPS` times a second, so that a flood of refusals does not become a flood of reads. */
function createLimit(clock: Clock): () => boolean {
  let since = Number.NEGATIVE_INFINITY;
  let looks = 0;
  return () => {
    const now = clock();
    if (now - since >= SECOND) [since, looks] = [now, 0];
    looks += 1;
    return looks <= MOST_LOOKUPS;
  };
}
