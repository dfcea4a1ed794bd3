import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import type { Log } from '@countersign/shared/kernel/log';
import { eventLog } from '@countersign/shared/model/tenant/event-log';
import { type RegistrarTaskDocument, registrarTasks } from '@countersign/shared/model/tenant/registrar-tasks';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { temporaryStore } from '@countersign/shared/test/store/temporary';
import { type Attempt, attempt } from '../../src/renewal/attempt.ts';

class Refused extends Error {
  readonly reason = 'registrar_refused';
}

async function world(t: TestContext) {
  const store = await temporaryStore(t);
  const logged: string[] = [];
  const note = (message: string, fields?: object): void => void logged.push(`${message} ${JSON.stringify(fields)}`);
  const log: Log = { debug: note, info: note, warn: note, error: note };
  const counted: string[] = [];
  const one: Attempt<RegistrarTaskDocument, Refused> = {
    tenant: 't',
    collection: registrarTasks,
    fresh: { id: 't/certificate/a', tenant: 't', next: 0, failures: 0 },
    name: 'a',
    work: async () => 'done',
    failureOf: async (error) => (error instanceof Refused ? error : undefined),
    failed: (document, { reason }, now) => ({ ...document, failure: { at: now, reason }, next: now + 1000 }),
    count: (outcome) => void counted.push(outcome),
    says: { done: 'done', failed: 'failed', broken: 'broken' },
    detail: async () => 'there is no certificate yet',
  };
  const time = { now: 10_000 };
  const platform = { store, log, clock: () => time.now, newEventId: () => 'id' };
  const events = async () => {
    const { documents } = await ofTenant(store, 't').find(eventLog, { index: 'number', limit: 10 });
    return documents.flatMap(({ events: all = [] }) => all.map(({ type, data }) => `${type} ${JSON.stringify(data)}`));
  };
  return {
    platform,
    one,
    logged,
    counted,
    time,
    events,
    document: () => ofTenant(store, 't').get(registrarTasks, one.fresh.id),
  };
}

it('counts and logs what was done, and nothing where nothing was due or it goes on later', async (t) => {
  const { platform, one, counted, logged } = await world(t);
  await attempt(platform, { ...one, work: async () => undefined });
  await attempt(platform, { ...one, work: async () => 'waiting' });
  assert.deepEqual([counted, logged], [[], []]);
  await attempt(platform, one);
  assert.deepEqual([counted, logged], [['done'], ['done {"tenant":"t","configuration":"a"}']]);
});

it('keeps a failure, reports it with one event, and tries again after the pause', async (t) => {
  const { platform, one, counted, logged, time, events, document } = await world(t);
  let tries = 0;
  const refuse = async (): Promise<undefined> => {
    tries += 1;
    throw new Refused();
  };
  const failing = { ...one, work: refuse };
  await attempt(platform, failing);
  await attempt(platform, failing);
  assert.deepEqual([tries, counted], [1, ['failed']]);
  assert.equal((await document())?.failure?.reason, 'registrar_refused');
  assert.match(
    logged[0] ?? '',
    /^failed .*"reason":"registrar_refused".*no certificate yet; next attempt on 1970-01-01T00:00:11/,
  );
  time.now += 1000;
  await attempt(platform, failing);
  assert.equal(tries, 2);
  const event = 'certificate.renewal_failed {"certificate":"a","reason":"registrar_refused"}';
  assert.deepEqual(await events(), [event, event]);
});

it('logs a defect, and does not keep it as a failure', async (t) => {
  const { platform, one, counted, logged, document } = await world(t);
  await attempt(platform, { ...one, work: () => Promise.reject(new TypeError('a defect')) });
  assert.deepEqual(counted, []);
  assert.match(logged[0] ?? '', /^broken /);
  assert.equal((await document())?.failure, undefined);
});
