import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Bus, Subscription } from '../../src/bus/port.ts';
import type { OperationRequest } from '../../src/http/message.ts';
import { ProtocolError } from '../../src/kernel/errors.ts';
import { createLog, silentLog } from '../../src/kernel/log.ts';
import { directCall, runServices } from '../../src/runtime/run.ts';
import type { Job, Service } from '../../src/runtime/service.ts';

const request: OperationRequest = {
  id: 'r',
  tenant: 'default',
  method: 'GET',
  url: '',
  params: {},
  query: {},
  headers: {},
  body: undefined,
  encoding: 'none',
};

function service(parts: Partial<Service>): Service {
  return { name: 'gateway', operations: {}, consumers: [], jobs: [], ...parts };
}

function recordingBus(events: string[]): Bus {
  return {
    publish: async () => undefined,
    subscribe: (subscription: Subscription) => void events.push(`subscribe ${subscription.topic}`),
    start: async () => void events.push('start'),
    stop: async () => void events.push('stop'),
    ping: async () => undefined,
  };
}

function nextCall(): { readonly run: () => Promise<void>; readonly called: Promise<void> } {
  let resolveCalled: () => void = () => undefined;
  const called = new Promise<void>((resolve) => {
    resolveCalled = resolve;
  });
  return { run: async () => resolveCalled(), called };
}

/** Keeps the process alive: timers of jobs don't. */
async function alive<T>(promise: Promise<T>): Promise<T> {
  const timer = setInterval(() => undefined, 1000);
  try {
    return await promise;
  } finally {
    clearInterval(timer);
  }
}

test('consumers are subscribed before the bus starts', async () => {
  const events: string[] = [];
  const consumers: Subscription[] = [{ topic: 'issuance-results', group: 'g', handler: async () => undefined }];
  const running = await runServices({
    services: [service({ consumers })],
    bus: recordingBus(events),
    relays: [],
    log: silentLog,
  });
  await running.stop();
  assert.deepEqual(events, ['subscribe issuance-results', 'start', 'stop']);
});

test('a relay sweeps at the start, and is stopped with the bus', async () => {
  const events: string[] = [];
  const relay = {
    name: 'relay-sweep',
    sweep: async () => void events.push('sweep'),
    stop: async () => void events.push('relay stop'),
  };
  const running = await runServices({ services: [], bus: recordingBus(events), relays: [relay], log: silentLog });
  await running.stop();
  assert.deepEqual(events, ['start', 'sweep', 'relay stop', 'stop']);
});

test('a job runs again after its end, never twice at a time, also after it failed', async () => {
  let active = 0;
  let most = 0;
  let runs = 0;
  const third = nextCall();
  const job: Job = {
    name: 'j',
    every: 1,
    run: async () => {
      active += 1;
      most = Math.max(most, active);
      await new Promise((resolve) => setTimeout(resolve, 3));
      active -= 1;
      runs += 1;
      if (runs === 3) await third.run();
      if (runs === 1) throw new Error('CANARY once');
    },
  };
  const lines: string[] = [];
  const running = await runServices({
    services: [service({ jobs: [job] })],
    bus: recordingBus([]),
    relays: [],
    log: createLog(
      'info',
      () => 0,
      (line) => lines.push(line),
    ),
  });
  await alive(third.called);
  await running.stop();
  assert.equal(most, 1);
  const after = runs;
  await new Promise((resolve) => setTimeout(resolve, 10));
  assert.equal(runs, after, 'nothing runs after the stop');
  assert.equal(lines.length, 1);
  assert.ok(!lines.join('').includes('CANARY'));
});

test('stop waits for the current run', async () => {
  let finish: () => void = () => undefined;
  let ended = false;
  const started = nextCall();
  const job: Job = {
    name: 'j',
    every: 0,
    run: async () => {
      await started.run();
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      ended = true;
    },
  };
  const running = await runServices({
    services: [service({ jobs: [job] })],
    bus: recordingBus([]),
    relays: [],
    log: silentLog,
  });
  await alive(started.called);
  const stopped = running.stop();
  finish();
  await stopped;
  assert.ok(ended);
});

test('an operation is found by its name; an unknown one is not built, inherited names too', async () => {
  const call = directCall([service({ operations: { 'gateway.live': async () => ({ body: 'here' }) } })]);
  assert.deepEqual(await call('gateway.live', request), { body: 'here' });
  for (const name of ['gateway.other', 'toString', '__proto__', 'constructor']) {
    await assert.rejects(call(name, request), (error) => error instanceof ProtocolError && error.code === 'not_built');
  }
});
