/** The simulation against what queueing theory says of the cases that it can compute. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FlowModel, type Simulated, simulateQueues } from '@countersign/bench/queues/simulate-queues';

const one: FlowModel = { visits: [{ station: 'server', milliseconds: 1 }] };
const server = (servers: number) => ({ name: 'server', servers, kind: 'processor' }) as const;

function near(actual: number, expected: number, share: number, what: string): void {
  assert.ok(Math.abs(actual - expected) <= expected * share, `${what}: ${actual}, expected about ${expected}`);
}

test('random arrivals at one server wait as long as the formula of Pollaczek and Khinchine says', () => {
  for (const rate of [300, 600, 800]) {
    const given: Simulated = { stations: [server(1)], flow: one, arrivals: { rate }, flows: 100_000, seed: 11 };
    const { mean, busy, perSecond } = simulateQueues(given);
    const load = rate / 1000;
    // A time of service is 0.5 ms and an exponential 0.5 ms: its square has the mean 1.25.
    const expected = 1 + (load * 1.25) / (2 * (1 - load));
    near(mean, expected, 0.06, `mean time at ${rate} a second`);
    near(busy.get('server') ?? 0, load, 0.03, 'busy');
    near(perSecond, rate, 0.03, 'flows a second');
  }
});

test('with many clients the slowest station sets the rate, and the law of Little holds', () => {
  const flow: FlowModel = { visits: [...one.visits, { station: 'other', milliseconds: 0.25 }] };
  const stations = [server(1), { name: 'other', servers: 1, kind: 'processor' }] as const;
  const { perSecond, mean } = simulateQueues({ stations, flow, arrivals: { clients: 20 }, flows: 20_000, seed: 2 });
  near(perSecond, 1000, 0.02, 'flows a second');
  near((perSecond * mean) / 1000, 20, 0.01, 'flows under way');
});

test('a single client waits for nothing', () => {
  const flow: FlowModel = { visits: [...one.visits, { station: 'network', milliseconds: 3 }] };
  const stations = [server(1), { name: 'network', servers: 1000, kind: 'wait' }] as const;
  const { mean } = simulateQueues({ stations, flow, arrivals: { clients: 1 }, flows: 20_000, seed: 2 });
  near(mean, 4, 0.02, 'mean time');
});

test('servers share the cores of their machine; a station that waits needs none', () => {
  const stations = [server(8)];
  const common = { flow: one, arrivals: { clients: 50 }, flows: 20_000, seed: 3 };
  near(simulateQueues({ ...common, stations }).perSecond, 8000, 0.02, 'with a core each');
  near(simulateQueues({ ...common, stations, cores: 2 }).perSecond, 2000, 0.02, 'with two cores');
  const waiting = [{ name: 'server', servers: 8, kind: 'wait' }] as const;
  near(simulateQueues({ ...common, stations: waiting, cores: 2 }).perSecond, 8000, 0.02, 'without a core');
});

test('the core that becomes free is for the visit that waits longest, at any station', () => {
  const flow: FlowModel = { visits: ['a', 'b', 'c'].map((station) => ({ station, milliseconds: 1 })) };
  const stations = ['a', 'b', 'c'].map((name) => ({ name, servers: 4, kind: 'processor' }) as const);
  const { perSecond, busy } = simulateQueues({
    ...{ stations, flow, cores: 1 },
    ...{ arrivals: { clients: 30 }, flows: 9000, seed: 4 },
  });
  near(perSecond, 1000 / 3, 0.02, 'flows a second');
  for (const { name } of stations) near(busy.get(name) ?? 0, 1 / 12, 0.05, `busy ${name}`);
});

test('one commit serves all writes that wait when it begins', () => {
  const flow: FlowModel = { visits: [{ station: 'disk', milliseconds: 2 }] };
  const stations = [{ name: 'disk', servers: 1, kind: 'commit' }] as const;
  const { perSecond } = simulateQueues({ stations, flow, arrivals: { clients: 32 }, flows: 20_000, seed: 5 });
  near(perSecond, 32 / 0.002, 0.1, 'flows a second');
});

test('work after the end of a flow takes its time from others and is not waited for', () => {
  const flow: FlowModel = { ...one, afterwards: [{ station: 'server', milliseconds: 1 }] };
  const alone = simulateQueues({ stations: [server(2)], flow, arrivals: { rate: 10 }, flows: 5000, seed: 6 });
  near(alone.mean, 1, 0.05, 'mean time');
  const full = simulateQueues({ stations: [server(1)], flow, arrivals: { clients: 16 }, flows: 20_000, seed: 6 });
  assert.ok(full.perSecond < 1000, `${full.perSecond} a second`);
});

test('the same seed gives the same result', () => {
  const given: Simulated = { stations: [server(2)], flow: one, arrivals: { rate: 1500 }, flows: 2000, seed: 9 };
  assert.deepEqual(simulateQueues(given), simulateQueues(given));
  assert.notDeepEqual(simulateQueues({ ...given, seed: 10 }), simulateQueues(given));
});

test('a flow through a station that there is not is refused', () => {
  const flow: FlowModel = { visits: [{ station: 'nowhere', milliseconds: 1 }] };
  assert.throws(
    () => simulateQueues({ stations: [server(1)], flow, arrivals: { clients: 1 }, flows: 1, seed: 1 }),
    /nowhere, which is no station/,
  );
});
