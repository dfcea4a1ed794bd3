import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createRevokedAccess } from '@countersign/european-trust/tenant/revoked-access';
import { NOW } from '@countersign/european-trust/test/registration/registrar';
import { crlOf } from '@countersign/european-trust/test/revocation/revocation-authority';
import { OutboundError } from '@countersign/shared/http/outbound-error';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { createLog } from '@countersign/shared/kernel/log';
import { eventLog } from '@countersign/shared/model/tenant/event-log';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { createStoredAnchors } from '@countersign/shared/trust/stored-anchors';
import { createTrustAnchors } from '@countersign/shared/trust/trust-anchors';
import { createConfigurations } from '../../src/query/configurations.ts';
import { accessWatch } from '../../src/trust/access-watch.ts';
import type { Lookup } from '../../src/trust/revocation-documents.ts';
import { access, accessAuthority, openRegistered, registrar } from '../registration/registered-world.ts';

const CRL = 'http://ca.example/ca.crl';
const DAY = 86_400_000;
const AUTHORITY = 'trust/access-authorities/a.pem';

/** A registered verifier, and what the authority of its access certificate answers. */
async function open(t: TestContext) {
  const made = { asked: 0, revoked: false, away: false };
  const world = await openRegistered(t, undefined, async (url) => {
    made.asked += 1;
    if (url !== CRL || made.away) throw new OutboundError('refused');
    const times = { thisUpdate: world.now - 1000, nextUpdate: world.now + 2 * DAY };
    const revoked = made.revoked ? [access.certificate] : [];
    return { status: 200, headers: {}, body: crlOf(accessAuthority.authority, { ...times, revoked }) };
  });
  world.write(AUTHORITY, accessAuthority.authority.certificate.toString());
  const job = world.service.jobs.find(({ name }) => name === 'access-certificates') ?? assert.fail();
  const refusal = async (): Promise<string | undefined> => {
    world.now += 61_000;
    try {
      await world.create();
      return undefined;
    } catch (error) {
      assert.ok(error instanceof ProtocolError, String(error));
      return error.options.reason;
    }
  };
  return { made, world, job, refusal };
}

test('a revoked access certificate refuses requests, which ask no authority', async (t) => {
  const { made, world, job, refusal } = await open(t);
  assert.equal(await job.isUsed?.(), true);
  await job.run();
  assert.equal(await refusal(), undefined);
  assert.equal(made.asked, 1);
  made.revoked = true;
  world.now += 2 * DAY;
  assert.equal(await refusal(), undefined);
  await job.run();
  assert.equal(await refusal(), 'access_certificate_revoked');
  // The authority is unavailable for longer than its list is valid.
  made.away = true;
  world.now += 3 * DAY;
  await job.run();
  assert.equal(await refusal(), 'access_certificate_revoked');
  const { asked } = made;
  assert.equal(await refusal(), 'access_certificate_revoked');
  assert.equal(made.asked, asked);
  Object.assign(made, { away: false, revoked: false });
  world.now += DAY;
  await job.run();
  assert.equal(await refusal(), undefined);
});

test('nobody is asked about the certificate of an authority that the tenant does not trust, or if the tenant looks nothing up', async (t) => {
  const { made, world, job } = await open(t);
  world.write(AUTHORITY, registrar.authority.certificate.toString());
  await job.run();
  assert.equal(made.asked, 0);
  world.write(AUTHORITY, accessAuthority.authority.certificate.toString());
  world.write('tenant.json', { profile: 'eu', certificateRevocation: 'off' });
  assert.equal(await job.isUsed?.(), false);
  await job.run();
  assert.equal(made.asked, 0);
});

test('the operator and the backend learn of a revocation once, and the metric counts each look-up', async (t) => {
  const { world } = await open(t);
  const [lines, counted]: [string[], string[]] = [[], []];
  const made: { lookups: readonly Lookup[] } = { lookups: [{ state: 'known', revoked: false }] };
  const platform = {
    ...world.platform,
    log: createLog('debug', Date.now, (line) => lines.push(line)),
    metrics: {
      ...world.platform.metrics,
      count: (name: string, labels: object) => counted.push(`${name} ${JSON.stringify(labels)}`),
    },
    newEventId: () => 'unused',
  };
  const job = accessWatch({
    platform,
    trustAnchors: createTrustAnchors(platform, createStoredAnchors(platform)),
    revokedAccess: createRevokedAccess(platform),
    configurations: createConfigurations(platform, async () => []),
    lookUp: async () => made.lookups,
  });
  const run = async (...lookups: readonly Lookup[]): Promise<readonly string[]> => {
    [made.lookups, lines.length] = [lookups, 0];
    await job.run();
    return lines.map((line) => {
      const { level, certificate, detail } = JSON.parse(line) as Record<string, string>;
      return [level, certificate, detail].filter((part) => part !== undefined).join(' ');
    });
  };
  const valid = { state: 'known', revoked: false } as const;
  const revoked = { state: 'known', revoked: true } as const;
  const away = { state: 'unreachable', detail: 'refused', host: 'ca.example' } as const;
  assert.deepEqual(await run(valid), []);
  assert.deepEqual(await run(valid, away), ['warn default/request refused ca.example']);
  assert.deepEqual(await run(away, revoked), ['error default/request']);
  assert.deepEqual(await run(revoked), []);
  const outcomes = ['valid', 'unknown', 'revoked', 'revoked'];
  const metric = 'countersign_access_certificate_checks_total';
  assert.deepEqual(
    counted,
    outcomes.map((outcome) => `${metric} {"outcome":"${outcome}"}`),
  );
  const found = await ofTenant(world.platform.store, 'default').find(eventLog, { index: 'number', limit: 50 });
  const events = found.documents.flatMap((document) => document.events ?? []);
  assert.deepEqual(
    events.map(({ type, data, at }) => [type, data, at]),
    [['access_certificate.revoked', { certificate: 'default/request' }, NOW]],
  );
});
