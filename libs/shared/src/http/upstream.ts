/**
 * Another service over internal HTTP: its replicas in turn, one pool of connections and one breaker each. What surely
 * was not taken goes to the next replica at once; what may have been done is repeated only where that is harmless.
 */
import CircuitBreaker from 'opossum';
import { Pool } from 'undici';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { type Random, systemRandom } from '../kernel/random.ts';
import type { ServiceName } from '../kernel/service-name.ts';
import { unavailable } from '../kernel/unavailable.ts';
import { activeTraceparent } from '../tracing/span.ts';
import { nextHop } from '../tracing/trace-context.ts';
import { decodeReply, encodeRequest, INTERNAL_PATH, internalHeaders } from './internal-message.ts';
import type { OperationReply, OperationRequest } from './message.ts';

export interface Upstream {
  /** @throws what the operation threw; ProtocolError `temporarily_unavailable` where no replica answers in time */
  call(operation: string, request: OperationRequest): Promise<OperationReply>;
  /** By the address of each replica: whether requests are kept from it. */
  breakers(): readonly { readonly address: string; readonly open: boolean }[];
  close(): Promise<void>;
}

export interface UpstreamOptions {
  readonly service: ServiceName;
  /** Addresses of the replicas. */
  readonly addresses: readonly string[];
  /** INTERNAL_SECRET. */
  readonly secret: string;
  /** Milliseconds for a request that brings no deadline. */
  readonly timeout: number;
  readonly clock: Clock;
  readonly random?: Random;
  readonly log: Log;
  /** Milliseconds that the breaker of a replica stays open. */
  readonly breakerPause?: number;
}

const CONNECTIONS = 64;
/** Milliseconds. */
const CONNECT_TIMEOUT = 1000;
/** Less than the other side keeps it: it never closes a connection that a request is on its way through. */
const UNUSED_CONNECTION = 2000;
/** What the way back and the wording of the answer take. */
const RESERVE = 100;
const BREAKER_PAUSE = 1000;
/** For which a replica that is about to stop is left alone. */
const REST = 3000;
const MOST_HEADER_BYTES = 64 * 1024;
/** Milliseconds between two lines about a wrong INTERNAL_SECRET. */
const TOLD_EVERY = 60_000;

/** Codes of what surely had no effect: a connection that was never made, a process that is still starting. */
const NOT_TAKEN = new Set([
  'STATUS_503',
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'EOPENBREAKER',
  'ESHUTDOWN',
]);

interface Answer {
  readonly meta: string | undefined;
  readonly body: Buffer;
}

type Send = (operation: string, request: OperationRequest, body: string) => Promise<Answer>;

interface Replica {
  readonly address: string;
  readonly breaker: CircuitBreaker<Parameters<Send>, Answer>;
  readonly pool: Pool;
  /** Time until which the replica is left alone because it is about to stop; 0 while it isn't. */
  restUntil: number;
  /** Sends past a breaker that is not closed: one at a time, and its outcome stands for those that wait. */
  readonly probe: Send;
  readonly probing: () => boolean;
}

export function createUpstream(options: UpstreamOptions): Upstream {
  const { service, clock, timeout } = options;
  const refused = tellRefusal(options);
  const replicas = options.addresses.map((address) => createReplica(address, options, refused));
  let turn = 0;
  return {
    call: async (operation, request) => {
      const asked = { ...request, deadline: request.deadline ?? clock() + timeout };
      const body = encodeRequest(asked);
      const repeatable = request.repeatable ?? (request.method === 'GET' || request.method === 'PUT');
      turn = (turn + 1) % replicas.length;
      let failure: unknown;
      for (const replica of inTurn(replicas, turn, clock())) {
        try {
          // A breaker that is not closed keeps requests from a replica while there is another one. When there is none, the
          // replica may be back already: a restart of one after the other must not fail a request.
          const send: Send = replica.breaker.closed ? (...given) => replica.breaker.fire(...given) : replica.probe;
          const { meta, body: bytes } = await send(operation, asked, body);
          return decodeReply(meta, bytes);
        } catch (error) {
          if (!isTransport(error)) throw error;
          failure = error;
          if (!repeatable && !NOT_TAKEN.has(codeOf(error))) break;
          if (clock() >= asked.deadline - RESERVE) break;
        }
      }
      throw unavailable(service, failure);
    },
    breakers: () => replicas.map(({ address, breaker }) => ({ address, open: breaker.opened })),
    close: async () => {
      await Promise.all(
        replicas.map(async ({ breaker, pool }) => {
          breaker.shutdown();
          await pool.close();
        }),
      );
    },
  };
}

/**
 * Those that work first; those whose breaker is open, that are just being tried, or that are about to stop, as a last resort.
 */
function inTurn(replicas: readonly Replica[], turn: number, now: number): readonly Replica[] {
  const rotated = [...replicas.slice(turn), ...replicas.slice(0, turn)];
  const works = ({ breaker, restUntil, probing }: Replica): boolean =>
    !breaker.opened && !probing() && restUntil <= now;
  return [...rotated.filter(works), ...rotated.filter((replica) => !works(replica))];
}

/** Tells once a minute that the service refuses this one: each call is refused then. */
function tellRefusal({ service, clock, log }: UpstreamOptions): (address: string) => void {
  let told = Number.NEGATIVE_INFINITY;
  return (address) => {
    const now = clock();
    if (now - told < TOLD_EVERY) return;
    told = now;
    log.error('A service refuses us: INTERNAL_SECRET must be the same everywhere', { service, address });
  };
}

function createReplica(address: string, options: UpstreamOptions, refused: (address: string) => void): Replica {
  const { service, secret, clock, log, random = systemRandom, breakerPause = BREAKER_PAUSE } = options;
  const pool = new Pool(address, {
    connections: CONNECTIONS,
    connectTimeout: CONNECT_TIMEOUT,
    keepAliveTimeout: UNUSED_CONNECTION,
    keepAliveMaxTimeout: UNUSED_CONNECTION,
    maxHeaderSize: MOST_HEADER_BYTES,
  });
  const send: Send = async (operation, { trace, deadline = 0 }, body) => {
    const budget = deadline - clock() - RESERVE;
    if (budget <= 0) throw new TransportError('UND_ERR_HEADERS_TIMEOUT');
    try {
      const answer = await pool.request({
        method: 'POST',
        path: INTERNAL_PATH + operation,
        headers: {
          [internalHeaders.secret]: secret,
          [internalHeaders.budget]: String(budget),
          ...traceHeader(activeTraceparent() ?? (trace === undefined ? undefined : nextHop(trace, random))),
        },
        body,
        headersTimeout: budget,
        bodyTimeout: budget,
      });
      const bytes = Buffer.from(await answer.body.arrayBuffer());
      if (answer.statusCode === 401) refused(address);
      if (answer.headers[internalHeaders.draining] !== undefined) replica.restUntil = clock() + REST;
      if (answer.statusCode !== 200) throw new TransportError(`STATUS_${answer.statusCode}`);
      return { meta: answer.headers[internalHeaders.reply]?.toString(), body: bytes };
    } catch (error) {
      throw error instanceof TransportError ? error : new TransportError(codeOf(error), error);
    }
  };
  const breaker = new CircuitBreaker(send, {
    timeout: false,
    resetTimeout: breakerPause,
    errorThresholdPercentage: 50,
    volumeThreshold: 5,
    rollingCountTimeout: 5000,
    rollingPercentilesEnabled: false,
  });
  breaker.on('open', () => log.warn('A service does not answer', { service, address }));
  breaker.on('close', () => log.info('A service answers again', { service, address }));
  let probing: Promise<boolean> | undefined;
  const probe: Send = async (...given) => {
    if (probing !== undefined) {
      if (await probing) return breaker.fire(...given);
      throw new TransportError('EOPENBREAKER');
    }
    const sent = send(...given);
    probing = sent.then(
      () => true,
      () => false,
    );
    try {
      const answer = await sent;
      breaker.close();
      return answer;
    } catch (error) {
      // From half open; it may be tried again after a pause.
      breaker.open();
      throw error;
    } finally {
      probing = undefined;
    }
  };
  const replica: Replica = { address, breaker, pool, probe, probing: () => probing !== undefined, restUntil: 0 };
  return replica;
}

function traceHeader(traceparent: string | undefined): Readonly<Record<string, string>> {
  return traceparent === undefined ? {} : { [internalHeaders.trace]: traceparent };
}

/** The way to the service failed, not the operation. */
class TransportError extends Error {
  override readonly name = 'TransportError';
  readonly code: string;

  constructor(code: string, cause?: unknown) {
    super(`No answer: ${code}`, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

function isTransport(error: unknown): boolean {
  return error instanceof TransportError || NOT_TAKEN.has(codeOf(error));
}

/** The code of an error of the connection; of several tried addresses, that of the first. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'UNKNOWN';
}
