/** A worker's process: started by the primary, and ended with it. */
import { writeSync } from 'node:fs';
import { checkConfig, countOf } from '@countersign/operator/configuration/check-config';
import { systemClock } from '@countersign/shared/kernel/clock';
import { boundHeapGrowth } from '@countersign/shared/runtime/heap-growth';
import { startWorker } from './standalone.ts';
import type { FromWorker, ToWorker, WorkerStart } from './workers/messages.ts';
import { SIGN_OF_LIFE } from './workers/signs-of-life.ts';
import { openWorkerLink } from './workers/worker-link.ts';

type Closing = () => Promise<void>;

boundHeapGrowth(process.execArgv);

let begun = false;
let close: Closing | undefined;
let stopping = false;

// Without the primary this worker no longer shares everyone's marks, so it must not handle one more request.
process.once('disconnect', endAtOnce);
// It may have ended while this file was loaded.
if (!process.connected) endAtOnce();
process.once('uncaughtException', (error) => {
  writeSync(2, `A worker is ending: ${error.stack ?? String(error)}\n`);
  endAtOnce();
});
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => end());

const link = openWorkerLink(
  {
    send: (message: FromWorker) => {
      if (process.connected) process.send?.(message);
    },
    listen: (take) => void process.on('message', (message, socket) => take(message as ToWorker, socket as never)),
  },
  { start: (start) => void begin(start), stop: () => end() },
);

setInterval(() => link.send({ kind: 'alive' }), SIGN_OF_LIFE).unref();

async function begin(start: WorkerStart): Promise<void> {
  begun = true;
  try {
    const worker = await startWorker(process.env, start, link);
    close = worker.close;
    if (stopping) return finish(close);
    link.send({ kind: 'ready' });
    if (!start.first) return;
    const { settings } = worker.platform;
    const { findings } = await checkConfig({ settings, environment: process.env, clock: systemClock });
    const text = countOf(findings);
    link.send({ kind: 'findings', ...(text === undefined ? {} : { text }) });
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    process.send?.({ kind: 'failed', text } satisfies FromWorker, undefined, undefined, endAtOnce);
  }
}

/**
 * Ends this process while its store is open. An exit would wait for the writing thread, and that thread for this one if
 * it is in a transaction: the store's lock would stay taken. A killed process's lock is free.
 */
function endAtOnce(): void {
  process.kill(process.pid, 'SIGKILL');
}

function end(): void {
  if (stopping) return;
  stopping = true;
  link.send({ kind: 'draining' });
  if (!begun) process.exit(0);
  // During the start it ends when that has.
  if (close !== undefined) finish(close);
}

function finish(closing: Closing): void {
  closing().then(
    () => process.exit(0),
    (error: unknown) => {
      process.stderr.write(`The stop of a worker failed: ${String(error)}\n`);
      process.exit(1);
    },
  );
}
