/**
 * Calls with an `Idempotency-Key`: of the calls with the same key and body, across all gateways, one is performed, and
 * the others receive its response. A gateway that dies while it performs a call leaves a lease. Once it ends, the next
 * call is performed.
 */
import type { OperationReply, OperationRequest } from '@countersign/shared/http/message';
import type { Clock } from '@countersign/shared/kernel/clock';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Log } from '@countersign/shared/kernel/log';
import { errorFields } from '@countersign/shared/kernel/log-error';
import { type Random, randomId } from '@countersign/shared/kernel/random';
import type { Vault, Vaults } from '@countersign/shared/keys/vault';
import { sessions } from '@countersign/shared/model/session/sessions';
import { type IdempotentCallDocument, idempotentCalls } from '@countersign/shared/model/tenant/idempotent-calls';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import type { Store } from '@countersign/shared/store/port';
import { callId, requestHash } from './call-hash.ts';
import {
  begunCall,
  type CallAttempt,
  endCall,
  eraseCall,
  freeCall,
  LEASE,
  renewCall,
  type TakenCall,
  takeCall,
} from './call-transitions.ts';
import { decodeAnswer, encodeAnswer, isLasting, type OpenedAnswer, type Outcome } from './kept-answer.ts';

export interface IdempotentCallsParts {
  readonly store: Store;
  readonly vaults: Vaults;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

export interface IdempotentCall {
  /** The header. */
  readonly key: string;
  readonly operation: string;
  readonly request: OperationRequest;
  readonly perform: () => Promise<OperationReply>;
  /** The kept part of a reply. Default: all of it. */
  readonly kept?: (reply: OperationReply) => OperationReply;
  /** The session that a response links to, so that the response is erased with it. */
  readonly sessionOf: (reply: OperationReply) => string | undefined;
  /** Called if the response comes from another request, with its id, before it is returned or thrown. */
  readonly repeated: (requestId: string) => void;
}

/**
 * Performs a call, or repeats its response.
 * @throws what the call threw; ProtocolError `idempotency_key_reused`, `conflict` while it is performed, `gone` once
 *   its response is erased; `temporarily_unavailable` if the response cannot be stored
 */
export type PerformOnce = (call: IdempotentCall) => Promise<OperationReply>;

/** Creates the calls of a process. */
export function createPerformOnce(parts: IdempotentCallsParts): PerformOnce {
  return async (call) => {
    const { tenant } = call.request;
    const vault = await parts.vaults.of(tenant);
    const attempt = {
      id: callId(vault, tenant, call.key),
      tenant,
      request: requestHash(vault, call.operation, call.request),
      runner: randomId(parts.random),
    };
    const { taken, document } = await take(parts, { ...attempt, now: parts.clock() });
    if (taken === 'run') return perform(parts, call, { ...attempt, vault });
    if (taken !== 'done') throw refusal(taken);
    return repeat(call, opened(vault, document));
  };
}

type Attempt = Omit<CallAttempt, 'now'> & { readonly vault: Vault };

async function take({ store }: IdempotentCallsParts, attempt: CallAttempt) {
  const own = ofTenant(store, attempt.tenant);
  for (;;) {
    const inserted = await own.insert(idempotentCalls, begunCall(attempt));
    if (inserted !== undefined) return { taken: 'run' as const, document: inserted };
    const taken = await own.takeTransition(idempotentCalls, attempt.id, (document) => takeCall(document, attempt));
    // Undefined: a job has removed it by age.
    if (taken !== undefined) return { taken: taken.result, document: taken.document };
  }
}

async function perform(parts: IdempotentCallsParts, call: IdempotentCall, attempt: Attempt): Promise<OperationReply> {
  const stopRenewing = keepLease(parts, attempt);
  let outcome: Outcome;
  try {
    outcome = await outcomeOf(call.perform);
  } catch (error) {
    // The operation returned no response: a bug, or the store is unavailable. The next attempt may perform the call.
    await stopRenewing();
    await free(parts, attempt);
    throw error;
  }
  await stopRenewing();
  if (isLasting(outcome)) {
    const kept = await keep(parts, call, attempt, outcome);
    if (kept !== undefined) return repeat(call, kept);
  } else {
    await free(parts, attempt);
  }
  return replyOf(outcome);
}

async function outcomeOf(performed: () => Promise<OperationReply>): Promise<Outcome> {
  try {
    return { reply: await performed() };
  } catch (error) {
    if (error instanceof ProtocolError) return { error };
    throw error;
  }
}

/** Writes the response. @returns another runner's response if it was written first; undefined if this one is used */
async function keep(
  { store }: IdempotentCallsParts,
  { request, sessionOf, kept = (reply) => reply }: IdempotentCall,
  { id, tenant, request: hash, vault }: Attempt,
  outcome: Outcome,
): Promise<OpenedAnswer | undefined> {
  const own = ofTenant(store, tenant);
  const session = 'reply' in outcome ? sessionOf(outcome.reply) : undefined;
  const content = 'reply' in outcome ? { reply: kept(outcome.reply) } : outcome;
  const sealed = vault.seal(encodeAnswer(request.id, content), contextOf(id));
  const answer = { request: hash, sealed, ...(session === undefined ? {} : { session }) };
  const ended = await own.update(idempotentCalls, id, (document) => endCall(document, answer));
  // A key that was removed, or that started again with another call. Both happen only a day later.
  if (ended === undefined || ended.request !== hash) return undefined;
  if (ended.call.state === 'erased') throw refusal('erased');
  if (ended.call.state !== 'done' || ended.call.sealed !== sealed) return opened(vault, ended);
  // An erasure removes the session, then searches for responses: either it finds this one, or its session is not found
  // here.
  if (session !== undefined && (await own.get(sessions, session)) === undefined) {
    await own.update(idempotentCalls, id, eraseCall, ended);
  }
  return undefined;
}

/** The lease of a call that is performed is renewed until the returned function is called. */
function keepLease({ store, clock }: IdempotentCallsParts, { id, tenant, runner }: Attempt): () => Promise<void> {
  let renewing: Promise<unknown> = Promise.resolve();
  const renew = () =>
    ofTenant(store, tenant).update(idempotentCalls, id, (document) => renewCall(document, { runner, now: clock() }));
  const timer = setInterval(() => {
    // Without a renewal another attempt may perform the call too. The first response written is used.
    renewing = renewing.then(renew).catch(() => undefined);
  }, LEASE / 3);
  return async () => {
    clearInterval(timer);
    await renewing;
  };
}

/** Best effort: the lease also expires. */
async function free({ store, clock, log }: IdempotentCallsParts, { id, tenant, runner }: Attempt): Promise<void> {
  try {
    const end = (document: IdempotentCallDocument) => freeCall(document, { runner, now: clock() });
    await ofTenant(store, tenant).update(idempotentCalls, id, end);
  } catch (error) {
    log.warn('lease of a call not ended', { service: 'gateway', tenant, ...errorFields(error) });
  }
}

function opened(vault: Vault, { id, call }: IdempotentCallDocument): OpenedAnswer {
  if (call.state !== 'done') throw new Error('The call has no response');
  return decodeAnswer(vault.open(call.sealed, contextOf(id)));
}

function repeat({ repeated }: IdempotentCall, { requestId, outcome }: OpenedAnswer): OperationReply {
  repeated(requestId);
  return replyOf(outcome);
}

function replyOf(outcome: Outcome): OperationReply {
  if ('reply' in outcome) return outcome.reply;
  throw outcome.error;
}

function contextOf(id: string): string {
  return `idempotent-call/${id}`;
}

function refusal(taken: Exclude<TakenCall, 'run' | 'done'>): ProtocolError {
  switch (taken) {
    case 'running':
      return new ProtocolError('conflict', 'A call with this Idempotency-Key is being performed', {
        reason: 'idempotency_key_running',
        facts: { retryAfterSeconds: 1 },
        headers: { 'retry-after': '1' },
      });
    case 'other':
      return new ProtocolError(
        'idempotency_key_reused',
        'This Idempotency-Key was already used for a different request',
        {
          reason: 'idempotency_key_reused',
        },
      );
    case 'erased':
      return new ProtocolError('gone', 'The session that this call created was erased', {
        reason: 'idempotent_answer_erased',
      });
  }
}
