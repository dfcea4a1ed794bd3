/**
 * A signer with limits for time and concurrent calls, and with a breaker, so that an unavailable one does not hold up
 * requests.
 */
import CircuitBreaker from 'opossum';
import type { Log } from '../kernel/log.ts';
import { errorFields } from '../kernel/log-error.ts';
import { withTimeout } from '../kernel/with-timeout.ts';
import type { Signer } from '../keys/signer.ts';
import { type SignerTrouble, signerAway } from '../keys/signer-away.ts';
import { type Metrics, secondsSince } from '../metrics/metrics.ts';

export interface SignerLimits {
  /** Milliseconds for a signature, including time in the queue. */
  readonly timeout: number;
  /** Concurrent calls. Four times as many wait. */
  readonly parallel: number;
  /** Milliseconds that the breaker stays open. */
  readonly pause?: number;
}

export interface GuardedSignerParts {
  readonly signer: Signer;
  readonly limits: SignerLimits;
  readonly metrics: Pick<Metrics, 'count' | 'observe'>;
  readonly log: Log;
}

const PAUSE = 5000;
/** Failures in ten seconds before the breaker opens, if at least half of the calls fail. */
const FAILURES = 5;
const WAITING_PER_CALL = 4;

class NoSignature extends Error {
  readonly trouble: SignerTrouble;
  constructor(trouble: SignerTrouble, cause?: unknown) {
    super(trouble, { cause });
    this.trouble = trouble;
  }
}

/** The signer, whose calls reject with `signer_away` if a limit ends them. */
export function guardedSigner({ signer, limits, metrics, log }: GuardedSignerParts): Signer {
  const queue = createQueue(limits.parallel, limits.parallel * WAITING_PER_CALL);
  const run = <T>(work: () => Promise<T>): Promise<T> =>
    withTimeout(queue(work), limits.timeout, () => new NoSignature('timeout'));
  const breaker = new CircuitBreaker(run as (work: () => Promise<unknown>) => Promise<unknown>, {
    timeout: false,
    volumeThreshold: FAILURES,
    errorThresholdPercentage: 50,
    resetTimeout: limits.pause ?? PAUSE,
    // A full queue doesn't show whether the signer works.
    errorFilter: (error: unknown) => error instanceof NoSignature && error.trouble === 'busy',
  });
  breaker.on('open', () =>
    log.error('The signer is unavailable, and is not called for a few seconds', { detail: signer.name }),
  );
  breaker.on('close', () => log.info('The signer signs again', { detail: signer.name }));
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    const begun = performance.now();
    try {
      const result = (await breaker.fire(work)) as T;
      metrics.count('countersign_signatures_total', { signer: signer.name, outcome: 'ok' });
      return result;
    } catch (error) {
      const trouble = troubleOf(error);
      metrics.count('countersign_signatures_total', { signer: signer.name, outcome: trouble });
      if (trouble === 'failed') log.warn('The signer failed', { detail: signer.name, ...errorFields(error) });
      throw signerAway(signer.name, trouble, error);
    } finally {
      metrics.observe('countersign_signature_duration_seconds', { signer: signer.name }, secondsSince(begun));
    }
  };
  return {
    name: signer.name,
    createKey: (key) => guarded(() => signer.createKey(key)),
    sign: (reference, input) => guarded(() => signer.sign(reference, input)),
    // Bypasses the breaker, because this response is what shows that the signer is back.
    check: () => withTimeout(signer.check(), limits.timeout, () => new NoSignature('timeout')),
    close: async () => {
      breaker.shutdown();
      await signer.close();
    },
  };
}

function troubleOf(error: unknown): SignerTrouble {
  if (error instanceof NoSignature) return error.trouble;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'EOPENBREAKER' ? 'breaker_open' : 'failed';
}

/**
 * Runs at most `parallel` calls concurrently, first come, first served. @throws NoSignature `busy` if `waiting` calls
 * wait
 */
function createQueue(parallel: number, waiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (running >= parallel) {
      if (queue.length >= waiting) throw new NoSignature('busy');
      await new Promise<void>((turn) => queue.push(turn));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
