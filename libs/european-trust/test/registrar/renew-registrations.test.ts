import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Log } from '@countersign/shared/kernel/log';
import { registrarTasks } from '@countersign/shared/model/tenant/registrar-tasks';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { temporaryFolder, temporaryStore } from '@countersign/shared/test/store/temporary';
import { taskView } from '../../src/registrar/registrar-view.ts';
import { renewRegistrationsJob } from '../../src/registrar/renew-registrations.ts';
import { createTenantRegistrars } from '../../src/registrar/tenant-registrar.ts';
import { claimsIn } from '../../src/tenant/registration-view.ts';
import type { WrittenRegistration } from '../../src/tenant/stored-registrations.ts';
import { DAY, NOW, PARTY } from '../registration/registrar.ts';
import { createMockRegistrar, REGISTER, TOKEN } from './mock-registrar.ts';

const TENANT = 'default';
const PARTY_ENTRY = { tradeName: 'Example Shop' };

async function replica(t: TestContext, change: object = {}) {
  const mock = await createMockRegistrar();
  const [folder, store] = [await temporaryFolder(t), await temporaryStore(t)];
  const written = {
    url: REGISTER,
    identifier: PARTY,
    tokenEnv: 'REGISTRAR_TOKEN',
    party: PARTY_ENTRY,
    certificates: [{ id: 'age-check', intendedUse: 'iu-1' }],
    ...change,
  };
  await writeFile(join(folder, 'registrar.json'), JSON.stringify(written));
  await writeFile(join(folder, 'registrar.pem'), mock.anchors.map(String).join('\n'));
  const time = { now: NOW };
  const logged: string[] = [];
  const note = (message: string, fields?: object): void => void logged.push(`${message} ${JSON.stringify(fields)}`);
  const log: Log = { debug: note, info: note, warn: note, error: note };
  const kept = new Map<string, WrittenRegistration>();
  const refusal: { current?: Error } = {};
  const platform = {
    store,
    clock: () => time.now,
    log,
    metrics: { count: () => undefined, observe: () => undefined, watch: () => undefined },
  };
  const { run } = renewRegistrationsJob({
    platform,
    outbound: mock.outbound,
    registrars: createTenantRegistrars({ settings: { CONFIG_FOLDER: folder }, log }),
    registrations: {
      of: async (_, id) => (kept.has(id) ? { id, source: 'api', jwt: kept.get(id)?.jwt ?? '' } : undefined),
    },
    write: async (_, one) => {
      if (refusal.current !== undefined) throw refusal.current;
      kept.set(one.id, one);
    },
    variable: (name) => (name === 'REGISTRAR_TOKEN' ? TOKEN : undefined),
    tenants: async () => [TENANT],
  });
  const task = (id: string) => ofTenant(store, TENANT).get(registrarTasks, `${TENANT}/${id}`);
  const asked = (method: string): number => mock.asked.filter((one) => one.method === method).length;
  return { mock, run, time, logged, kept, refusal, task, asked };
}

it('registers the party and obtains the certificate, each once', async (t) => {
  const { mock, run, kept, asked, task } = await replica(t);
  await run();
  assert.deepEqual(mock.party, PARTY_ENTRY);
  assert.equal(claimsIn(kept.get('age-check')?.jwt ?? '')?.sub, PARTY);
  await run();
  assert.deepEqual([asked('PUT'), asked('POST')], [1, 1]);
  assert.equal(taskView(await task('certificate/age-check')).state, 'done');
});

it('renews 30 days before the end, and not before', async (t) => {
  const { run, time, asked } = await replica(t);
  await run();
  // The certificate expires in 300 days.
  time.now = NOW + 269 * DAY * 1000;
  await run();
  assert.equal(asked('POST'), 1);
  time.now = NOW + 271 * DAY * 1000;
  await run();
  assert.equal(asked('POST'), 2);
});

it('keeps the certificate and waits longer after each failure', async (t) => {
  const { mock, run, time, logged, kept, task, asked } = await replica(t, { party: undefined });
  await run();
  const first = kept.get('age-check');
  mock.faults.answer = () => ({ status: 503 });
  time.now = NOW + 280 * DAY * 1000;
  await run();
  await run();
  assert.equal(asked('POST'), 2);
  time.now += 11 * 60_000;
  await run();
  time.now += 11 * 60_000;
  await run();
  assert.equal(asked('POST'), 3);
  assert.equal(kept.get('age-check'), first);
  const view = taskView(await task('certificate/age-check'));
  assert.deepEqual([view.state, view.failures, view.reason], ['failing', 2, 'registrar_unreachable']);
  assert.ok(logged.some((line) => line.includes('registrar_unreachable')));
  delete mock.faults.answer;
  time.now += 3_600_000;
  await run();
  // The mock's certificate is always the same, so it now expires too soon.
  assert.equal(taskView(await task('certificate/age-check')).reason, 'registrar_certificate_refused');
  assert.ok(!logged.join().includes(TOKEN));
});

it('stores nothing that the checks of the API refuse', async (t) => {
  const { run, kept, refusal, task } = await replica(t);
  const errors = [{ pointer: '/jwt', detail: 'claims /credentials: not registered' }];
  refusal.current = new ProtocolError('invalid_request', 'It cannot be used', { reason: 'body_invalid', errors });
  await run();
  assert.equal(kept.size, 0);
  const view = taskView(await task('certificate/age-check'));
  assert.deepEqual(
    [view.reason, view.detail],
    ['registrar_certificate_refused', 'claims /credentials: not registered'],
  );
});

it('goes on with the certificates where the party is refused, and registers another party again', async (t) => {
  const { mock, run, kept, task } = await replica(t);
  mock.faults.answer = (path) => (path.endsWith('/wrp') ? { status: 400 } : undefined);
  await run();
  assert.equal(kept.size, 1);
  assert.equal(taskView(await task('party')).reason, 'registrar_refused');
});

it('ignores a file that is not a registrar', async (t) => {
  const { mock, run, logged } = await replica(t, { url: 'not an address' });
  await run();
  await run();
  assert.equal(mock.asked.length, 0);
  assert.equal(logged.filter((line) => line.includes('ignored')).length, 1);
});
