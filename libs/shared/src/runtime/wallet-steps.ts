/** The steps of a wallet: around each operation, what it was about is noted for the log and for the session. */

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

type Parts = Pick<Platform, 'store' | 'clock' | 'log'>;

/** Sessions that a process looks up in a second for the sake of refusals alone. */
const MOST_LOOKS = 20;
/** Milliseconds. */
const SECOND = 1000;

/**
 * Makes the wrapper of a service's operations. The reply or error of a request that reached a session is annotated; a
 * refusal is written into the session. Neither changes what the wallet gets.
 */
export function createWalletSteps(platform: Parts): WalletSteps {
  const mayLook = createLimit(platform.clock);
  return (step, operation, naming) => async (request) => {
    const noted: { session?: SessionDocument } = {};
    const reached = (session: SessionDocument): void => {
      noted.session = session;
    };
    try {
      const { refusal, ...reply } = await operation({ ...request, reached });
      return await noteReply(platform, { request, step, session: noted.session }, reply, refusal);
    } catch (error) {
      const session = noted.session ?? (await namedSession(platform, request, naming?.(request), mayLook));
      throw await noteError(platform, { request, step, session }, error);
    }
  };
}

interface Noted {
  readonly request: OperationRequest;
  readonly step: WalletStep;
  readonly session: SessionDocument | undefined;
}

async function noteReply(
  platform: Parts,
  noted: Noted,
  reply: OperationReply,
  refusal: ProtocolError | undefined,
): Promise<OperationReply> {
  const { step, session } = noted;
  if (session === undefined) return reply;
  if (refusal !== undefined) await write(platform, noted, refusal);
  const code = refusal === undefined ? {} : { code: refusal.code };
  return { ...reply, annotation: { session: session.id, step, ...code } };
}

/** @returns the error to throw */
async function noteError(platform: Parts, noted: Noted, error: unknown): Promise<unknown> {
  const { step, session } = noted;
  if (session === undefined) return error;
  if (error instanceof ProtocolError && isRefusal(error)) await write(platform, noted, error);
  return annotated(error, { session: session.id, step });
}

/** The wallet gets its answer, whether this succeeds or not. */
async function write({ store, clock, log }: Parts, { request, step, session }: Noted, error: ProtocolError) {
  if (session === undefined) return;
  try {
    await recordRefusal(store, session, error, step, clock());
  } catch (failure) {
    const { id, tenant } = request;
    log.warn('a refusal was not kept', { request: id, session: session.id, tenant, ...errorFields(failure) });
  }
}

/** The session that a refused request names; undefined where it names none, may not look, or the store does not answer. */
async function namedSession(
  platform: Parts,
  request: OperationRequest,
  reference: Json | undefined,
  mayLook: () => boolean,
): Promise<SessionDocument | undefined> {
  if (reference === undefined || !mayLook()) return undefined;
  const found = await sessionByReference(platform, request, reference).catch(() => undefined);
  return found?.session;
}

/** True as often as `MOST_LOOKS` in a second: a flood of refusals must not become one of reads. */
function createLimit(clock: Clock): () => boolean {
  let since = Number.NEGATIVE_INFINITY;
  let looks = 0;
  return () => {
    const now = clock();
    if (now - since >= SECOND) [since, looks] = [now, 0];
    looks += 1;
    return looks <= MOST_LOOKS;
  };
}
