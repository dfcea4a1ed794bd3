/**
 * A server that counts its work, for `openCountingServer`, which starts it with `count-work.js`: one process, or with
 * SEPARATE=true five services. Time stops at STILL_AT.
 */
import { emptyDocument, eventLog } from '@countersign/shared/model/tenant/event-log';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { startStandalone } from '@countersign/standalone/standalone';
import type { Answer, Question } from './counting-server.ts';
import { countsNow } from './counts.ts';
import { quiet } from './quiet.ts';
import { startSeparateServices } from './separate-services.ts';
import { runNextTimer, stopTime } from './still-time.ts';
import { storeCommits } from './store-commits.ts';

/** The number of the last event before the flows, so that all later numbers have the same length. */
const EVENTS_BEFORE = 100_000;

const { STILL_AT = '', DATA_FOLDER = '', SEPARATE } = process.env;
stopTime(Number(STILL_AT));
const { env } = process;
const server = SEPARATE === 'true' ? await startSeparateServices(env) : await startStandalone({ env });
const { store, clock } = server.platform;
await ofTenant(store, 'default').insert(eventLog, emptyDocument('default', EVENTS_BEFORE, clock()));
const commits = storeCommits(DATA_FOLDER);
await runTimers();

// The test has ended without a word.
process.on('disconnect', () => process.exit());
process.on('message', (question: Question) => void answer(question));
tell({ url: server.platform.settings.PUBLIC_URL });

function tell(answer: Answer): void {
  process.send?.(answer);
}

async function answer(question: Question): Promise<void> {
  switch (question) {
    case 'settle':
      await quiet();
      return tell({});
    case 'counts':
      await runTimers();
      return tell({ counts: { ...countsNow(), 'store commits': commits() } });
    case 'close':
      // A stop would wait for time to pass, but time is stopped; the caller removes the store.
      process.exit();
  }
}

/** Runs all timers that are due within a second, including new ones that they start. */
async function runTimers(): Promise<void> {
  await quiet();
  while (runNextTimer()) await quiet();
}
