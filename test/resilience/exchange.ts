/** One request of a stubborn client: what it does without a response. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '@countersign/wallet/sending/answer';
import { read } from '@countersign/wallet/sending/answer';
import type { Ledger } from './ledger.ts';
import { isConnectionError, isNotSent } from './lost-connection.ts';
import type { Dice } from './seeded.ts';
import { API_KEY } from './server-process.ts';

export const STEPS = [
  'offer',
  'offer document',
  'par',
  'authorize',
  'token',
  'nonce',
  'credential',
  'notification',
  'configuration',
  'status',
] as const;
/** Steps of a wallet that presents first. */
export const PRESENTING_STEPS = [
  'challenge',
  'request object',
  'presentation',
  'second challenge',
  'token',
  'nonce',
  'credential',
  'deferred',
  'notification',
] as const;
export type Step = (typeof STEPS)[number] | (typeof PRESENTING_STEPS)[number];

export interface World {
  readonly url: string;
  readonly ledger: Ledger;
  readonly dice: Dice;
  /** How often the server was killed so far. */
  readonly kills: () => number;
  /** Called when a request of that step is sent. */
  readonly sending: (step: Step) => void;
  /** Resolves when a request of that step may be sent. */
  readonly before?: (step: Step) => Promise<void>;
  /** Whether the replay cache was lost, so that nonces and proofs from before are refused. */
  readonly cacheLost?: boolean;
  /** Called with the session of each new offer. */
  readonly offered?: (session: string) => void;
  /** Whether a flow that is not finished has failed. */
  readonly isOver: () => Promise<boolean>;
}

/** It is unknown whether the request was carried out. */
export type Lost = undefined;

/** Sends once. A restarted server may ask for a DPoP nonce again, and gets it. */
export async function ask(world: World, step: Step, send: () => Promise<Answer>): Promise<Answer | Lost> {
  for (let round = 0; round < 5; round += 1) {
    if (await world.isOver()) throw new Error(`A client was still busy with ${step} at the end`);
    await world.before?.(step);
    const answer = await sendOnce(world, step, send);
    if (answer === undefined || !answer.text.includes('use_dpop_nonce')) return answer;
  }
  world.ledger.violations.push(`${step}: use_dpop_nonce without end`);
  return undefined;
}

/** Whether a response is the load balancer's own: its gateway died on the way. */
export function isOfLoadBalancer({ status, headers }: Pick<Response, 'status' | 'headers'>): boolean {
  return status === 502 && !headers.has('x-request-id');
}

/** Sends until a response arrives: for steps that may be repeated. */
export async function insist(world: World, step: Step, send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await ask(world, step, send);
    if (answer !== undefined) return answer;
  }
}

/** A response that the protocol doesn't allow here. */
export function refused(world: World, step: Step, answer: Answer): void {
  world.ledger.violations.push(`${step} answered ${answer.status} ${answer.text}`);
}

export async function manage(world: World, path: string, body?: object): Promise<Answer> {
  const headers = { 'x-api-key': API_KEY, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
  const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
  return read(await fetch(`${world.url}${path}`, init));
}

async function sendOnce(world: World, step: Step, send: () => Promise<Answer>): Promise<Answer | Lost> {
  const { ledger, dice } = world;
  ledger.requests += 1;
  let answer: Answer;
  try {
    const sent = send();
    world.sending(step);
    answer = await sent;
  } catch (error) {
    if (!isConnectionError(error)) throw error;
    if (isNotSent(error)) ledger.down += 1;
    else ledger.lost += 1;
    await sleep(20 + dice() * 60);
    return undefined;
  }
  const isDown = answer.status === 503 && answer.headers.get('retry-after') !== null;
  const isLost = isOfLoadBalancer(answer);
  if (isDown || isLost) {
    ledger[isDown ? 'down' : 'lost'] += 1;
    await sleep(20 + dice() * 60);
    return undefined;
  }
  if (answer.status >= 500) refused(world, step, answer);
  return answer;
}
