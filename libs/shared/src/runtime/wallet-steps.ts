/** Steps of a wallet: annotates each operation with its session and step, for the log and for the session's refusals. */

import { annotated } from '../http/annotation.ts';
import type { Operation, OperationReply, OperationRequest } from '../http/message.ts';
import type { Clock } from '../kernel/clock.ts';
import { ProtocolError } from '../kernel/errors.ts';
import type { Json } from '../kernel/json.ts';
import { errorFields } from '../kernel/log-error.ts';
import { isRefusal, recordRefusal } from '../model/last-refusal.ts';
import { sessionByReference } from '../model/session-change.ts';
import type { SessionDocument } from '../model/sessions.ts';
import type { WalletStep } from '../model/wallet-step.ts';
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

/**
 * Creates the wrapper of a service's operations. It annotates the reply or error of a request that reached a session, and
 * writes a refusal into the session. Neither changes the answer to the wallet.
 */
export function createWalletSteps(platform: StepPlatform): WalletSteps {
  const withinLimit = createLimit(platform.clock);
  return (step, operation, naming) => async (request) => {
    const context: { session?: SessionDocument } = {};
    const reached = (session: SessionDocument): void => {
      context.session = session;
    };
    try {
      const { refusal, ...reply } = await operation({ ...request, reached });
      return await noteReply(platform, { request, step, session: context.session }, reply, refusal);
    } catch (error) {
      const session = context.session ?? (await namedSession(platform, request, naming?.(request), withinLimit));
      throw await noteError(platform, { request, step, session }, error);
    }
  };
}

interface WalletStepContext {
  readonly request: OperationRequest;
  readonly step: WalletStep;
  readonly session: SessionDocument | undefined;
}

async function noteReply(
  platform: StepPlatform,
  context: WalletStepContext,
  reply: OperationReply,
  refusal: ProtocolError | undefined,
): Promise<OperationReply> {
  const { step, session } = context;
  if (session === undefined) return reply;
  if (refusal !== undefined) await write(platform, context, refusal);
  const code = refusal === undefined ? {} : { code: refusal.code };
  return { ...reply, annotation: { session: session.id, step, ...code } };
}

/** @returns the error to throw */
async function noteError(platform: StepPlatform, context: WalletStepContext, error: unknown): Promise<unknown> {
  const { step, session } = context;
  if (session === undefined) return error;
  if (error instanceof ProtocolError && isRefusal(error)) await write(platform, context, error);
  return annotated(error, { session: session.id, step });
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
