import assert from 'node:assert/strict';
import { test } from 'node:test';
import { simulateQueues } from '@countersign/bench/queues/simulate-queues';
import { type Modelled, modelOf, separateServices } from '@countersign/bench/scaling/flow-models';
import { fivePoint, onePoint, sample } from './measured-sample.ts';

/** Milliseconds of all visits to each station. */
function timesOf({ flow }: Modelled): Readonly<Record<string, number>> {
  const times: Record<string, number> = {};
  for (const { station, milliseconds } of [...flow.visits, ...(flow.afterwards ?? [])]) {
    times[station] = (times[station] ?? 0) + milliseconds;
  }
  return Object.fromEntries(Object.entries(times).map(([name, time]) => [name, Number(time.toFixed(6))]));
}

test('the visits of one process have the measured CPU and a commit for each write', () => {
  const model = modelOf(onePoint, sample);
  assert.equal(model.cores, 2);
  assert.deepEqual(timesOf(model), { client: 2, 'main thread': 4, 'other threads': 0.5, disk: 3 });
  assert.equal(model.flow.visits.filter(({ station }) => station === 'disk').length, 6);
});

test('the visits of separate services have the measured CPU; what the client does not wait for comes afterwards', () => {
  const model = modelOf(fivePoint, sample);
  assert.deepEqual(timesOf(model), { client: 1, ...fivePoint.cpu });
  assert.deepEqual(
    model.flow.afterwards?.map(({ station }) => station),
    ['webhook-dispatcher', '(kafka)'],
  );
  assert.equal(model.flow.visits.filter(({ station }) => station === '(mongodb)').length, 15);
});

test('a service has its replicas, an engine its threads', () => {
  const { stations } = separateServices(fivePoint, sample.flows.issuance, (service) => (service === 'issuer' ? 7 : 2));
  const servers = Object.fromEntries(stations.map(({ name, servers }) => [name, servers]));
  assert.deepEqual([servers.issuer, servers.gateway, servers['(mongodb)']], [7, 2, 4]);
});

test('the slowest part of the model sets the simulated rate', () => {
  const { perSecond } = simulateQueues({
    ...modelOf(onePoint, sample),
    ...{ arrivals: { clients: 32 }, flows: 3000, seed: 1 },
  });
  // The main thread has 4 ms of each flow.
  assert.ok(Math.abs(perSecond - 250) < 8, `${perSecond} a second`);
});
