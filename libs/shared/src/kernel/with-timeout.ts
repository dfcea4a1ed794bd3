/**
 * Waits for a promise for so many milliseconds. What it stands for goes on; its outcome is then nobody's.
 * @param late called when the time is over
 * @throws Error `TimeoutError`
 */
export async function inTime<R>(running: Promise<R>, milliseconds: number, late: () => void): Promise<R> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      late();
      reject(Object.assign(new Error('No answer in time'), { name: 'TimeoutError' }));
    }, milliseconds);
  });
  try {
    return await Promise.race([running, over]);
  } finally {
    clearTimeout(timer);
  }
}
