import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withToken } from '../credential/token.ts';
import { openIssuer, type World } from '../world.ts';

async function tidy({ service }: World): Promise<void> {
  for (const { name, run } of service.jobs) if (name === 'issuance-end') await run();
}

test('an offer at its end is expired, and publishes that once', async (t) => {
  const world = await openIssuer(t);
  const { session } = await world.offer({ expiresIn: 60 });
  await world.hook(session);
  world.now += 60_000;
  await tidy(world);
  assert.equal((await world.stored(session)).status, 'created', 'not before it is over');
  world.now += 1;
  await tidy(world);
  await tidy(world);
  const { status, outbox } = await world.stored(session);
  assert.equal(status, 'expired');
  assert.deepEqual(
    outbox.map(({ event }) => [event.type, event.data.reason]),
    [['issuance.failed.v1', 'expired']],
  );
});

test('an issuance keeps its claims until its token ends', async (t) => {
  const world = await openIssuer(t, { TOKEN_TTL_DPOP: '600' });
  const { session, send, request } = await withToken(world, { claims: { pid: { given_name: 'Max' } } });
  await send('issuer.credential', await request());
  await tidy(world);
  assert.ok((await world.stored(session)).issuance.sealedClaims !== undefined);
  world.now += 600_001;
  await tidy(world);
  const { status, issuance } = await world.stored(session);
  assert.equal(status, 'issued');
  assert.equal(issuance.sealedClaims, undefined);
  assert.ok(issuance.progress.state === 'issued' && issuance.progress.grant.revoked === true);
});
