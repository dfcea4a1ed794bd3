/** Why waiting ended before the work did. */
export type WaitEnd = 'timeout' | 'aborted';

/**
 * Waits for work at most that long. The work is not cancelled: its later result is ignored, while its effect may
 * remain.
 * @param milliseconds limit
 * @param endError creates the error to throw at the time limit
 * @param signal aborts the waiting
 */
export async function withTimeout<R>(
  work: Promise<R>,
  milliseconds: number,
  endError: (end: WaitEnd) => Error,
  signal?: AbortSignal,
): Promise<R> {
  let timer: NodeJS.Timeout | undefined;
  let stop: (() => void) | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(endError('timeout')), milliseconds);
    stop = () => reject(endError('aborted'));
    if (signal?.aborted === true) stop();
    else signal?.addEventListener('abort', stop);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
    if (stop !== undefined) signal?.removeEventListener('abort', stop);
  }
}
