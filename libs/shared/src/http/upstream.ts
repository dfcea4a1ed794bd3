/**
 * Calls another service. A call that certainly had no effect is retried immediately. One that may have had an effect is
 * repeated only if that is harmless. Kubernetes and Compose distribute connections, not calls, across the replicas of
 * an address, so connections are renewed. Several addresses in the settings take turns.
 */
import { EventEmitter } from 'node:events';
import CircuitBreaker from 'opossum';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { type Random, systemRandom } from '../kernel/random.ts';
import type { ServiceName } from '../kernel/service-name.ts';
import { unavailable } from '../kernel/unavailable.ts';
import { activeTraceparent } from '../tracing/span.ts';
import { childTraceparent } from '../tracing/trace-context.ts';
import { createChannels } from './calls/channels.ts';
import { NOT_OPENED } from './calls/connect-channel.ts';
import { type Answer, NoAnswer, TIMED_OUT } from './calls/no-answer.ts';
import { createPostCalls, type PostCalls } from './calls/post-calls.ts';
import { decodeReply, encodeRequest } from './internal-message.ts';
import type { OperationReply, OperationRequest } from './message.ts';

export interface Upstream {
  /** @throws the operation's error; ProtocolError `temporarily_unavailable` if no address responds in time */
  call(operation: string, request: OperationRequest): Promise<OperationReply>;
  /** By address: true while requests avoid it because others work. */
  breakers(): readonly { readonly address: string; readonly open: boolean }[];
  close(): Promise<void>;
}

export interface UpstreamOptions {
  readonly service: ServiceName;
  /** Each is the address of one replica, or of a balancer in front of several. */
  readonly addresses: readonly string[];
  /** INTERNAL_SECRET. */
  readonly secret: string;
  /** Time limit in milliseconds of a request without a deadline. */
  readonly timeout: number;
  readonly clock: Clock;
  readonly random?: Random;
  readonly log: Log;
  /** Milliseconds that a breaker stays open. */
  readonly breakerPause?: number;
  /** Milliseconds after which a connection is replaced by a new one. */
  readonly connectionAge?: number;
}

/** A balancer chooses the replica for each new connection, so a new replica receives its share within this time. */
const CONNECTION_AGE = 5000;
/** Milliseconds. */
const CONNECT_TIMEOUT = 1000;
/** Reserved for transporting and writing the response. */
const RESERVE = 100;
const BREAKER_PAUSE = 1000;
/** A breaker counts the calls of the last ten such slots, milliseconds. */
const BREAKER_SLOT = 500;
const BREAKER_SLOTS = 10;
/** For this time an address whose replica is about to stop is used last. */
const REST = 3000;
/** Milliseconds between two lines about a wrong INTERNAL_SECRET. */
const REFUSAL_LOGGED_EVERY = 60_000;

/**
 * Codes of calls that certainly had no effect: the connection was never established, or the process is still starting.
 */
const NOT_TAKEN = new Set([
  'STATUS_503',
  NOT_OPENED,
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** @throws NoAnswer */
type Send = (operation: string, request: OperationRequest & { readonly deadline: number }) => Promise<Answer>;

interface Target {
  readonly address: string;
  readonly send: Send;
  readonly breaker: CircuitBreaker<Parameters<Send>, Answer>;
  /** Starts the breaker slots that are due. */
  readonly beginSlots: (now: number) => void;
  /** It is used last until this time, because its replica is about to stop. */
  restUntil: number;
  readonly close: () => void;
}

export function createUpstream(options: UpstreamOptions): Upstream {
  const { service, clock, timeout, connectionAge = CONNECTION_AGE } = options;
  const posts = createPostCalls({ secret: options.secret, connectionAge, connectTimeout: CONNECT_TIMEOUT });
  const logRefusal = refusalLog(options);
  const targets = options.addresses.map((address) => createTarget(address, posts, options, logRefusal));
  let turn = 0;
  return {
    call: async (operation, request) => {
      const asked = { ...request, deadline: request.deadline ?? clock() + timeout };
      const repeatable = request.repeatable ?? (request.method === 'GET' || request.method === 'PUT');
      turn = (turn + 1) % targets.length;
      let failure: unknown;
      for (const { breaker, send, beginSlots } of callOrder(targets, turn, clock())) {
        try {
          beginSlots(clock());
          // Ignores an open breaker only if no other address accepted the request: the replica may be reachable again,
          // and a rolling restart must not fail a request.
          const sent = refusesCalls(breaker) ? send(operation, asked) : breaker.fire(operation, asked);
          const { meta, body } = await sent;
          return decodeReply(meta, body);
        } catch (error) {
          if (!(error instanceof NoAnswer)) throw error;
          failure = error;
          if (!repeatable && !NOT_TAKEN.has(error.code)) break;
          if (clock() >= asked.deadline - RESERVE) break;
        }
      }
      throw unavailable(service, failure);
    },
    breakers: () => targets.map(({ address, breaker }) => ({ address, open: breaker.opened })),
    close: async () => {
      for (const { breaker, close } of targets) {
        breaker.shutdown();
        close();
      }
      await posts.close();
    },
  };
}

/**
 * Working addresses first, in rotation. As a last resort, addresses whose replica is about to stop, in the order of
 * their reports, because the first is reachable again first, then addresses with an open breaker. A single address
 * comes twice, because its balancer may choose a different replica.
 */
function callOrder(targets: readonly Target[], turn: number, now: number): readonly Target[] {
  const rank = ({ breaker, restUntil }: Target): number => {
    if (refusesCalls(breaker)) return Number.MAX_VALUE;
    return restUntil > now ? restUntil : 0;
  };
  const order = [...targets.slice(turn), ...targets.slice(0, turn)].sort((one, other) => rank(one) - rank(other));
  return order.length === 1 ? [...order, ...order] : order;
}

/** Open, or half open while its one request is under way. */
function refusesCalls({ closed, pendingClose }: Target['breaker']): boolean {
  return !closed && !pendingClose;
}

/** Logs at most once per minute that the service refuses INTERNAL_SECRET, because every call is refused then. */
function refusalLog({ service, clock, log }: UpstreamOptions): (address: string) => void {
  let loggedAt = Number.NEGATIVE_INFINITY;
  return (address) => {
    const now = clock();
    if (now - loggedAt < REFUSAL_LOGGED_EVERY) return;
    loggedAt = now;
    log.error('A service refuses us: INTERNAL_SECRET must be the same everywhere', { service, address });
  };
}

function createTarget(
  address: string,
  posts: PostCalls,
  options: UpstreamOptions,
  logRefusal: (address: string) => void,
): Target {
  const { service, secret, clock, log, random = systemRandom, breakerPause = BREAKER_PAUSE } = options;
  const channels = createChannels({
    address,
    secret,
    connectTimeout: CONNECT_TIMEOUT,
    age: options.connectionAge ?? CONNECTION_AGE,
    post: posts.to(address),
    clock,
  });
  const send: Send = async (operation, request) => {
    const now = clock();
    const budget = request.deadline - RESERVE - now;
    try {
      if (budget <= 0) throw new NoAnswer(TIMED_OUT);
      const trace = activeTraceparent() ?? (request.trace && childTraceparent(request.trace, random));
      const sent = { ...request, deadline: now + budget, ...(trace === undefined ? {} : { trace }) };
      const answer = await channels.send(operation, encodeRequest(sent, now), budget);
      if (answer.isLeaving) target.restUntil = clock() + REST;
      if (answer.status !== 200) throw new NoAnswer(`STATUS_${answer.status}`);
      return answer;
    } catch (error) {
      beginSlots(clock());
      if (error instanceof NoAnswer && error.code === 'STATUS_401') logRefusal(address);
      throw error;
    }
  };
  const slots = new EventEmitter();
  const beginSlots = slotsOf(slots, clock());
  const breaker = new CircuitBreaker(send, {
    timeout: false,
    resetTimeout: breakerPause,
    errorThresholdPercentage: 50,
    volumeThreshold: 5,
    rollingCountTimeout: BREAKER_SLOT * BREAKER_SLOTS,
    rollingCountBuckets: BREAKER_SLOTS,
    rotateBucketController: slots,
    enableSnapshots: false,
    rollingPercentilesEnabled: false,
  });
  breaker.on('open', () => log.warn('A service does not respond', { service, address }));
  breaker.on('close', () => log.info('A service responds again', { service, address }));
  const target: Target = { address, send, breaker, beginSlots, restUntil: 0, close: channels.close };
  return target;
}

/**
 * Starts the breaker slots that are due, before the breaker counts. The breaker's own timers would wake an idle process
 * four times per second for each address.
 */
function slotsOf(slots: EventEmitter, begun: number): (now: number) => void {
  let turnedAt = begun;
  return (now) => {
    const turns = Math.floor((now - turnedAt) / BREAKER_SLOT);
    // A clock that was set back also starts a slot.
    if (turns === 0) return;
    for (let turn = Math.min(Math.abs(turns), BREAKER_SLOTS); turn > 0; turn -= 1) slots.emit('rotate');
    turnedAt = now;
  };
}
