/** All workers' samples, including those of ended workers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinSamples } from '@countersign/shared/metrics/joined';
import type { Samples } from '@countersign/shared/metrics/prom';
import type { ToWorker } from '../../src/workers/messages.ts';
import type { WorkerRun } from '../../src/workers/worker-process.ts';
import { createWorkerScrapes, type WorkerScrapes } from '../../src/workers/worker-scrapes.ts';

const NAME = 'countersign_events_published_total';

function samples(value: number): Samples {
  return [{ name: NAME, help: 'h', type: 'counter', aggregator: 'sum', values: [{ value, labels: {} }] }];
}

/** A run that responds immediately; undefined: never. */
function runOf(place: string, scrapes: () => WorkerScrapes, value: () => number | undefined): WorkerRun {
  const send = (message: ToWorker): void => {
    const count = value();
    if (message.kind === 'scrape' && count !== undefined) scrapes().scraped(message.id, samples(count));
  };
  return { place, pid: 1, send };
}

async function total(parts: readonly Samples[]): Promise<string | undefined> {
  return (await joinSamples(parts)).body.split('\n').find((line) => line.startsWith(NAME));
}

test('the sums never go back when a worker ends', async () => {
  const scrapes = createWorkerScrapes();
  const [one, two] = [
    runOf(
      '1.1',
      () => scrapes,
      () => 5,
    ),
    runOf(
      '2.1',
      () => scrapes,
      () => 7,
    ),
  ];
  assert.equal(await total(await scrapes.all([one, two])), `${NAME} 12`);
  await scrapes.ended(one);
  assert.equal(await total(await scrapes.all([two])), `${NAME} 12`);
  const again = runOf(
    '1.2',
    () => scrapes,
    () => 1,
  );
  assert.equal(await total(await scrapes.all([again, two])), `${NAME} 13`);
  await scrapes.ended(again);
  await scrapes.ended(two);
  assert.equal(await total(await scrapes.all([])), `${NAME} 13`);
});

test('a worker that does not answer counts with its last samples', async () => {
  const scrapes = createWorkerScrapes(5);
  let count: number | undefined = 4;
  const one = runOf(
    '1.1',
    () => scrapes,
    () => count,
  );
  assert.equal(await total(await scrapes.all([one])), `${NAME} 4`);
  count = undefined;
  assert.equal(await total(await scrapes.all([one])), `${NAME} 4`);
});

test('a worker that was never scraped leaves nothing', async () => {
  const scrapes = createWorkerScrapes();
  await scrapes.ended(
    runOf(
      '1.1',
      () => scrapes,
      () => 1,
    ),
  );
  assert.equal(await total(await scrapes.all([])), undefined);
});
