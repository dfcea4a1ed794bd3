import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entityBody, listBody } from '@countersign/european-trust/test/hosting/hosted-bodies';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { latestVersion } from '../../src/hosting/hosted-versions.ts';
import { anchor, openHost } from './hosted-world.ts';

const [{ revision: _, ...scheme }, { revision: __, ...entity }] = [
  listBody({ updateInterval: 3600 }),
  entityBody(`${anchor.trim()}\n`),
];

test('what an export has of a list makes the same list again, in one version', async (t) => {
  const { call, own, addEntity } = await openHost(t);
  await addEntity();
  const [whole, ...others] = (await call('hosted-list.whole')).body as unknown as readonly JsonObject[];
  assert.deepEqual(others, []);
  const { id, source, ...content } = whole ?? assert.fail();
  assert.deepEqual([id, source], ['pid', 'api']);
  assert.deepEqual(content, { ...scheme, entities: [entity] });
  await call('hosted-list.whole.put', { body: { id: 'copy', ...content } });
  const copy = await latestVersion(own, 'copy');
  assert.deepEqual([copy?.sequenceNumber, copy?.entities, copy?.change.kind], [1, 1, 'created']);
  const all = (await call('hosted-list.whole')).body as unknown as readonly JsonObject[];
  assert.deepEqual(
    all.map((one) => ({ ...one, id: 'pid' })),
    [whole, whole],
  );
});

test('an import replaces the entities, and a closed list is not exported', async (t) => {
  const { call, own, addEntity } = await openHost(t);
  await addEntity();
  const other = { ...entity, id: 'other' };
  await call('hosted-list.whole.put', { body: { id: 'pid', ...scheme, entities: [other] } });
  const [whole] = (await call('hosted-list.whole')).body as unknown as readonly { entities: readonly JsonObject[] }[];
  assert.deepEqual(
    whole?.entities.map(({ id }) => id),
    ['other'],
  );
  const { revision } = (await latestVersion(own, 'pid')) ?? assert.fail();
  await call('hosted-list.close', { query: { revision: String(revision) } });
  assert.deepEqual((await call('hosted-list.whole')).body, []);
});

test('every mistake has its place, and nothing is published', async (t) => {
  const { call, own } = await openHost(t);
  const wrong = { ...entity, id: 'wrong', services: [{ ...entity.services[0], status: 'notified' }] };
  const body = { id: 'pid', ...scheme, territory: 'DE', entities: [] };
  const findings = async (given: object) =>
    ((await call('hosted-list.whole.check', { body: given })).body as { findings: JsonObject[] }).findings;
  assert.deepEqual(
    (await findings(body)).map(({ pointer }) => pointer),
    ['/territory'],
  );
  const withEntities = { id: 'pid', ...scheme, entities: [entity, wrong] };
  const places = (await findings(withEntities)).map(({ pointer }) => pointer);
  assert.ok(places.includes('/entities/1/services/0/status'), JSON.stringify(places));
  await assert.rejects(call('hosted-list.whole.put', { body: withEntities }));
  assert.equal((await latestVersion(own, 'pid'))?.sequenceNumber, 1);
});
