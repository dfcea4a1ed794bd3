import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BusEvent } from '../../src/bus/catalogue.ts';
import type { Bus, Subscription } from '../../src/bus/port.ts';
import { createInProcessCache } from '../../src/cache/in-process.ts';
import { type OperationReply, type OperationRequest, operationNamed } from '../../src/http/message.ts';
import { ProtocolError } from '../../src/kernel/errors.ts';
import { unavailable } from '../../src/kernel/unavailable.ts';
import { meteredBus, meteredDeadLetter } from '../../src/runtime/metered-bus.ts';
import { meteredCache } from '../../src/runtime/metered-cache.ts';
import { meteredService } from '../../src/runtime/metered-service.ts';
import { meteredStore } from '../../src/runtime/metered-store.ts';
import type { Service } from '../../src/runtime/service.ts';
import type { Store } from '../../src/store/port.ts';
import { recorded } from '../metrics/recorded.ts';
import { deliveries, flowConfigs } from '../model/every-tenant.ts';
import { temporaryStore } from '../store/temporary.ts';

const NOW = Date.UTC(2030, 0, 1);
const none = { id: 'r', tenant: 't', method: 'GET', url: '', params: {}, query: {}, headers: {} } as const;
const request: OperationRequest = { ...none, body: undefined, encoding: 'none' };

const event: BusEvent = {
  specversion: '1.0',
  id: 'e',
  source: '/issuer',
  type: 'issuance.completed.v1',
  subject: 's',
  time: new Date(NOW - 1500).toISOString(),
  datacontenttype: 'application/json',
  data: { session: 's', tenant: 't' },
};

describe('a metered store', () => {
  it('behaves as the store, and records each operation with its collection', async (t) => {
    const metrics = recorded();
    const store = meteredStore(await temporaryStore(t), metrics);
    const config = { id: 'default/issuance/pid', tenant: 'default', kind: 'issuance', text: '{}', createdAt: NOW };
    const inserted = await store.insert(flowConfigs, config as never);
    assert.ok(inserted !== undefined);
    assert.deepEqual(await store.get(flowConfigs, inserted.id), inserted);
    const replaced = await store.replace(flowConfigs, inserted);
    assert.equal(replaced?.rev, 2);
    const again = await store.replace(flowConfigs, inserted, (present) => ({ ...present, text: '{"a":1}' }));
    assert.deepEqual([again?.rev, again?.text], [3, '{"a":1}']);
    assert.equal((await store.find(deliveries, { index: 'due', limit: 1 })).documents.length, 0);
    assert.equal(await store.delete(flowConfigs, { id: replaced.id, rev: 3 }), true);
    await store.ping();
    assert.deepEqual(
      metrics.lines.map((line) => line.replace('countersign_store_duration_seconds ', '')),
      [
        'operation=insert collection=flowConfigs',
        'operation=get collection=flowConfigs',
        'operation=replace collection=flowConfigs',
        'operation=replace collection=flowConfigs',
        'operation=find collection=deliveries',
        'operation=delete collection=flowConfigs',
      ],
    );
  });

  it('records failures, and throws them on', async () => {
    const metrics = recorded();
    const away = { get: () => Promise.reject(unavailable('database')) } as unknown as Store;
    await assert.rejects(meteredStore(away, metrics).get(deliveries, 'd'), { code: 'temporarily_unavailable' });
    assert.deepEqual(metrics.lines, [
      'countersign_store_errors_total operation=get collection=deliveries',
      'countersign_store_duration_seconds operation=get collection=deliveries',
    ]);
  });
});

describe('a metered cache', () => {
  it('behaves as the cache, and records each operation', async () => {
    const metrics = recorded();
    const cache = meteredCache(createInProcessCache({ clock: () => NOW }), metrics);
    assert.equal((await cache.addOnce('k', 1000)).first, true);
    assert.equal((await cache.addOnce('k', 1000)).first, false);
    assert.equal(await cache.increment('n', 1000), 1);
    await cache.close();
    assert.deepEqual(metrics.lines, [
      'countersign_cache_duration_seconds operation=addOnce',
      'countersign_cache_duration_seconds operation=addOnce',
      'countersign_cache_duration_seconds operation=increment',
    ]);
  });

  it('records failures, never the key', async () => {
    const metrics = recorded();
    const failing = createInProcessCache({ clock: () => NOW });
    const cache = meteredCache({ ...failing, addOnce: () => Promise.reject(unavailable('redis')) }, metrics);
    await assert.rejects(cache.addOnce('canary-key', 1000));
    assert.ok(metrics.lines.includes('countersign_cache_errors_total operation=addOnce'));
    assert.ok(!metrics.lines.join().includes('canary'));
  });
});

describe('a metered bus', () => {
  const subscribed = (handler: () => Promise<void>) => {
    const metrics = recorded();
    let taken: Subscription | undefined;
    const bus = {
      subscribe: (subscription: Subscription) => {
        taken = subscription;
      },
    } as unknown as Bus;
    const group = 'webhook-dispatcher';
    meteredBus(bus, metrics, () => NOW).subscribe({ topic: 'issuance-results', group, handler, eachReplica: true });
    assert.ok(taken !== undefined);
    return { metrics, taken };
  };

  it('records handled events and their age', async () => {
    const { metrics, taken } = subscribed(async () => undefined);
    assert.equal(taken.eachReplica, true, 'the subscription is else the same');
    await taken.handler(event);
    assert.deepEqual(metrics.lines, [
      'countersign_events_handled_total topic=issuance-results group=webhook-dispatcher outcome=handled',
      'countersign_event_age_seconds topic=issuance-results group=webhook-dispatcher',
    ]);
  });

  it('records failed handlers, and throws the error on', async () => {
    const { metrics, taken } = subscribed(() => Promise.reject(new Error('no')));
    await assert.rejects(taken.handler(event), /no/);
    assert.deepEqual(metrics.lines, [
      'countersign_events_handled_total topic=issuance-results group=webhook-dispatcher outcome=failed',
    ]);
  });

  it('records events once they are published', async () => {
    const metrics = recorded();
    let fail = true;
    const publish = async (): Promise<void> => {
      if (fail) throw unavailable('kafka');
    };
    const bus = meteredBus({ publish } as unknown as Bus, metrics, () => NOW);
    await assert.rejects(bus.publish('issuance-results', [event]));
    assert.deepEqual(metrics.lines, []);
    fail = false;
    await bus.publish('issuance-results', [event]);
    assert.deepEqual(metrics.lines, [
      'countersign_events_published_total topic=issuance-results type=issuance.completed.v1',
    ]);
  });

  it('records dead letters that are kept', async () => {
    const metrics = recorded();
    const kept: unknown[] = [];
    const keep = meteredDeadLetter(async (entry) => void kept.push(entry), metrics);
    const entry = { topic: 'issuance-results', group: 'webhook-dispatcher', error: 'x', tries: 4, at: NOW } as const;
    await keep(entry);
    assert.deepEqual(kept, [entry]);
    assert.deepEqual(metrics.lines, ['countersign_dead_letters_total topic=issuance-results group=webhook-dispatcher']);
  });
});

describe('a metered service', () => {
  it('records each operation with its outcome', async () => {
    const metrics = recorded();
    const operations = {
      'issuer.ok': async (): Promise<OperationReply> => ({ body: { fine: true } }),
      'issuer.refused': (): Promise<OperationReply> =>
        Promise.reject(new ProtocolError('invalid_grant', 'no', { reason: 'session_unknown' })),
      'issuer.broken': (): Promise<OperationReply> => Promise.reject(new TypeError('canary')),
    };
    const call = (name: string): Promise<OperationReply> => {
      const made = meteredService({ name: 'issuer', operations, consumers: [], jobs: [] } as Service, metrics);
      const operation = operationNamed(made.operations, name);
      assert.ok(operation !== undefined);
      return operation(request);
    };
    assert.deepEqual(await call('issuer.ok'), { body: { fine: true } });
    await assert.rejects(call('issuer.refused'), { code: 'invalid_grant' });
    await assert.rejects(call('issuer.broken'), TypeError);
    assert.deepEqual(
      metrics.lines.filter((line) => line.startsWith('countersign_operations_total')),
      [
        'countersign_operations_total operation=issuer.ok outcome=ok',
        'countersign_operations_total operation=issuer.refused outcome=invalid_grant',
        'countersign_operations_total operation=issuer.broken outcome=server_error',
      ],
    );
    assert.equal(metrics.lines.length, 6, 'and how long each took');
  });

  it('records each run of a job with its outcome', async () => {
    const metrics = recorded();
    let fail = false;
    const run = async (): Promise<void> => {
      if (fail) throw new Error('no');
    };
    const { jobs } = meteredService(
      { name: 'gateway', operations: {}, consumers: [], jobs: [{ name: 'purge', every: 1000, run, exclusive: true }] },
      metrics,
    );
    assert.equal(jobs[0]?.exclusive, true);
    await jobs[0]?.run();
    fail = true;
    await assert.rejects(jobs[0]?.run() ?? Promise.resolve(), /no/);
    assert.deepEqual(
      metrics.lines.filter((line) => line.startsWith('countersign_job_runs_total')),
      ['countersign_job_runs_total job=purge outcome=ok', 'countersign_job_runs_total job=purge outcome=failed'],
    );
  });
});
