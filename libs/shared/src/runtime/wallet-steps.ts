/** Steps of a wallet: annotates each operation with its session and step, for the log and for the session's refusals. */

import { type Annotation, annotated, type CheckOutcome } from '../http/annotation.ts';
import type { Operation, OperationReply, OperationRequest } from '../http/message.ts';
import { newReports, type ReportingOperation, type Reports } from '../http/reports.ts';
import type { Clock } from '../kernel/clock.ts';
import { ProtocolError } from '../kernel/errors.ts';
import type { Json } from '../kernel/json.ts';
import { errorFields } from '../kernel/log-error.ts';
import type { Reasoned } from '../kernel/reasons/reasons.ts';
import { isRefusal, recordRefusal } from '../model/session/last-refusal.ts';
import { sessionByReference } from '../model/session/session-change.ts';
import type { WalletStep } from '../model/session/wallet-step.ts';
import { checkOwnSession } from '../trust/brought-anchors.ts';
import type { Platform } from './service.ts';

/** The wallet-facing value that identifies a request's session, if any. */
export type Naming = (request: OperationRequest) => Json | undefined;

/** Wraps a step's operation. `naming` finds the session of a request that was refused before it was looked up. */
export type WalletSteps = (step: WalletStep, operation: ReportingOperation, naming?: Naming) => Operation;

type StepPlatform = Pick<Platform, 'store' | 'clock' | 'log'>;

/** Maximum number of session lookups per second for refused requests. */
const MAX_LOOKUPS = 20;
/** Milliseconds. */
const SECOND = 1000;
/** Maximum number of different notes for a request. */
const MAX_NOTES = 5;
const MAX_CHECKS = 100;

/**
 * Creates the wrapper for a service's operations. It annotates the reply or error of a request that reached a session,
 * and writes a refusal into the session. Neither changes the response to the wallet.
 */
export function createWalletSteps(platform: StepPlatform): WalletSteps {
  const withinLimit = createLimit(platform.clock);
  return (step, operation, naming) => async (request) => {
    const { dryRun } = request;
    const reports = newReports(dryRun && ((session) => checkOwnSession(dryRun, session)));
    try {
      const reply = await operation(request, reports);
      return await noteReply(platform, { request, step, reports }, reply);
    } catch (error) {
      const reference = reports.session === undefined ? naming?.(request) : undefined;
      if (reference !== undefined && withinLimit()) {
        await sessionByReference(platform, { request, reports }, reference).catch(() => undefined);
      }
      throw await noteError(platform, { request, step, reports }, error);
    }
  };
}

interface WalletStepContext {
  readonly request: OperationRequest;
  readonly step: WalletStep;
  readonly reports: Reports;
}

/** The annotation of a response; undefined if there is nothing to report. */
function annotationFor(
  { step, reports: { session, checks, notes } }: WalletStepContext,
  refusal?: ProtocolError | true,
): Annotation | undefined {
  if (refusal === undefined && notes.length === 0)
    return session === undefined ? undefined : { session: session.id, step };
  const refused = refusal instanceof ProtocolError ? { code: refusal.code, refused: refusal.reasoned } : {};
  const known = {
    ...(session === undefined ? {} : { session: session.id }),
    ...refused,
    ...(refusal !== undefined && checks.length > 0 ? { checks: limited(checks) } : {}),
    ...(notes.length > 0 ? { notes: different(notes) } : {}),
  };
  return Object.keys(known).length === 0 ? undefined : { ...known, step };
}

/** A response with many presentations has more checks. The check that refused is kept in any case. */
function limited(checks: readonly CheckOutcome[]): readonly CheckOutcome[] {
  const refused = checks.slice(MAX_CHECKS).findLast(({ ok }) => !ok);
  return refused === undefined ? checks.slice(0, MAX_CHECKS) : [...checks.slice(0, MAX_CHECKS - 1), refused];
}

function different(notes: readonly Reasoned[]): readonly Reasoned[] {
  const first = notes.filter(({ reason }, at) => notes.findIndex((note) => note.reason === reason) === at);
  return first.slice(0, MAX_NOTES);
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

/** Never throws: the wallet receives its response even if the refusal can't be written. */
async function write(
  { store, clock, log }: StepPlatform,
  { request, step, reports: { session } }: WalletStepContext,
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

/** True at most `MAX_LOOKUPS` times per second, so that a flood of refusals does not become a flood of reads. */
function createLimit(clock: Clock): () => boolean {
  let since = Number.NEGATIVE_INFINITY;
  let looks = 0;
  return () => {
    const now = clock();
    if (now - since >= SECOND) [since, looks] = [now, 0];
    looks += 1;
    return looks <= MAX_LOOKUPS;
  };
}
