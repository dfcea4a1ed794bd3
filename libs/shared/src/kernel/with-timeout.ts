/**
 * Waits for a promise, at most for a time. The work is not cancelled; its result is ignored when the time is over.
 * @param onTimeout called when the time is over; makes the error that is thrown then
 */
export async function withTimeout<R>(work: Promise<R>, milliseconds: number, onTimeout: () => Error): Promise<R> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(onTimeout()), milliseconds);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
