import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Verdict } from '@countersign/european-trust/registration/check-registration';
import { createRegistrar, DAY, NOW } from '@countersign/european-trust/test/registration/registrar';
import type { KeyRing } from '@countersign/shared/crypto/keys';
import { registrationRules } from '@countersign/shared/flow-config/registration-rules';
import type { Requirements } from '@countersign/shared/flow-config/tenant-profile';
import { createLog } from '@countersign/shared/kernel/log';
import type { Sample } from '@countersign/shared/metrics/metrics';
import { eventLog } from '@countersign/shared/model/tenant/event-log';
import { tenants } from '@countersign/shared/model/tenant/tenants';
import { readSettings } from '@countersign/shared/settings/read-settings';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { temporaryFolder, temporaryStore } from '@countersign/shared/test/store/temporary';
import { registrationWatch } from '../../src/registration/registration-watch.ts';

const jwt = await (await createRegistrar()).jwt();
type Gauge = 'countersign_registration_certificates';

/** The job for the tenants `default` and `acme`, whose certificates are `held`, with its logs and counters. */
async function watch(t: Parameters<typeof temporaryStore>[0], held: Readonly<Record<string, readonly string[]>>) {
  const [store, folder] = [await temporaryStore(t), await temporaryFolder(t)];
  await store.insert(tenants, { id: 'acme', createdAt: 1, life: { state: 'active', since: 1 } });
  await store.insert(tenants, { id: 'gone', createdAt: 2, life: { state: 'suspended', since: 2 } });
  const lines: string[] = [];
  const made = { now: NOW, refused: false, asked: [] as string[] };
  let read: (() => Promise<readonly Sample<Gauge>[]>) | undefined;
  const watched = async (tenant: string): Promise<Verdict> => {
    made.asked.push(tenant);
    const detail = 'The certificate is revoked or suspended';
    const finding = { reason: 'registration_certificate_revoked', document: 'claims', pointer: '', detail } as const;
    return made.refused
      ? { ok: false, findings: [finding] }
      : { ok: true, certificate: undefined as never, warnings: [] };
  };
  const unused = async () => assert.fail('only watched');
  const checks = { stored: unused, inUse: unused, watched };
  const job = registrationWatch({
    platform: {
      store,
      settings: readSettings({ CONFIG_FOLDER: folder }).settings,
      clock: () => made.now,
      keys: { signer: async () => ({ anchor: 'generated' }) } as unknown as KeyRing,
      log: createLog('debug', Date.now, (line) => lines.push(line)),
      metrics: {
        count: () => undefined,
        observe: () => undefined,
        watch: (_, reader) => {
          read = reader as unknown as typeof read;
        },
      },
      requirementsOf: () => ({ registration: registrationRules(true) }) as Requirements,
      newEventId: () => 'unused',
    },
    registrations: {
      list: async (tenant) => (held[tenant] ?? []).map((id) => ({ id, jwt, source: 'file' as const })),
    },
    checks: { request: checks, metadata: checks },
    configurations: { list: async () => [] },
  });
  const counts = async () => (await read?.())?.map(({ labels, value }) => `${labels.state} ${value}`).join();
  const run = async () => {
    lines.length = 0;
    await job.run();
    return lines.map((line) => {
      const { level, message, msg, tenant, certificate } = JSON.parse(line) as Record<string, string>;
      return `${level} ${message ?? msg} ${tenant}/${certificate}`;
    });
  };
  const events = async (tenant: string) =>
    (await ofTenant(store, tenant).find(eventLog, { index: 'number', limit: 50 })).documents.flatMap(
      ({ session, events: all = [] }) => all.map(({ type, data }) => `${session} ${type} ${JSON.stringify(data)}`),
    );
  return { made, run, counts, events };
}

test('an end is logged 30, 14 and 3 days before, each once, for the tenants that are served', async (t) => {
  const { made, run, counts } = await watch(t, { default: ['one'], acme: ['two'], gone: ['three'] });
  assert.deepEqual(await run(), []);
  assert.equal(await counts(), 'valid 2,ends 0,refused 0');
  assert.deepEqual(made.asked, ['default', 'acme']);
  for (const days of [30, 14, 3]) {
    made.now = NOW + (300 - days) * DAY * 1000;
    const lines = await run();
    assert.equal(lines.length, 2, String(days));
    assert.match(lines[0] ?? '', /^warn A registration certificate expires soon default\/one$/);
    assert.deepEqual(await run(), []);
  }
  assert.equal(await counts(), 'valid 0,ends 2,refused 0');
});

test('a backend reads each stage once in the events of its tenant, whichever replica finds it', async (t) => {
  const held = { acme: ['two'] };
  const { made, run, events } = await watch(t, held);
  made.now = NOW + 280 * DAY * 1000;
  await run();
  await run();
  const data = JSON.stringify({ certificate: 'two', expiresAt: '2027-09-27T00:00:00.000Z' });
  assert.deepEqual(await events('acme'), [`undefined registration.ending ${data}`]);
  made.now = NOW + 298 * DAY * 1000;
  await run();
  made.refused = true;
  await run();
  assert.deepEqual(
    (await events('acme')).map((one) => one.split(' ')[1]),
    ['registration.ending', 'registration.ending', 'registration.refused'],
  );
  assert.deepEqual(await events('default'), []);
});

test('a revoked certificate is an alarm, once, and again after it was mended', async (t) => {
  const { made, run, counts } = await watch(t, { acme: ['two'] });
  made.refused = true;
  const alarm = ['error Wallets refuse a registration certificate acme/two'];
  assert.deepEqual(await run(), alarm);
  assert.deepEqual(await run(), []);
  assert.equal(await counts(), 'valid 0,ends 0,refused 1');
  made.refused = false;
  assert.deepEqual(await run(), []);
  made.refused = true;
  assert.deepEqual(await run(), alarm);
});
