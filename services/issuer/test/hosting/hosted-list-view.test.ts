import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openHost } from './hosted-world.ts';

test('an entity is shown with the end of its certificates, and a list with its state', async (t) => {
  const { world, call, addEntity } = await openHost(t);
  const { body } = await addEntity();
  const [entity] = (
    body as { trustedEntities: readonly { id: string; services: readonly { certificates: readonly object[] }[] }[] }
  ).trustedEntities;
  const [certificate] = entity?.services[0]?.certificates ?? [];
  assert.deepEqual(
    [entity?.id, Object.keys(certificate ?? {})],
    ['ministry', ['subject', 'sha256', 'notAfter', 'daysLeft', 'pem']],
  );
  world.now += 3_600_000;
  const [list] = (await call('hosted-list.list')).body as unknown as readonly { state: string }[];
  assert.equal(list?.state, 'ended');
});
