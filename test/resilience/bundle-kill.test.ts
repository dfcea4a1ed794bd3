/** SIGKILL while a bundle is applied: after a restart the tenant has all of it, or nothing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { presentationConfiguration } from '../support/tenant-ids.ts';
import { seeded } from './seeded.ts';
import { backendOf, openServerProcess } from './server-process.ts';

const OBJECTS = 60;
const KILLS = 12;
/** Of them this many must come in the middle of an apply. */
const WANTED = 2;
/** Milliseconds. */
const PAUSE = 500;

interface Plan {
  readonly fingerprint: string;
  readonly reason?: string;
  readonly objects: readonly { readonly action: string }[];
}

test('an interrupted apply is completed or never began', async (t) => {
  const server = await openServerProcess();
  t.after(() => server.close());
  const { a } = backendOf(server);
  const bundleOf = (generation: number) => ({
    $schema: 'bundle.json',
    version: 1,
    name: 'whole',
    generation,
    presentation: Array.from({ length: OBJECTS }, (_, n) => presentationConfiguration(`g${generation}-${n}`)),
  });
  const post = (path: string, body: object): Promise<Response> =>
    a(path, { method: 'POST', body: JSON.stringify(body) });
  let continued = 0;
  const planOf = async (bundle: object): Promise<Plan> => {
    for (let waited = 0; ; waited += 1) {
      const plan = (await (await post('/configurations/plan', { bundle })).json()) as Plan;
      if (plan.reason !== 'bundle_apply_running') {
        if (waited > 0) continued += 1;
        return plan;
      }
      await sleep(PAUSE);
    }
  };
  const dice = seeded(11);
  await server.start();
  let broken = 0;
  for (let kill = 1; kill <= KILLS && broken < WANTED; kill += 1) {
    const bundle = bundleOf(kill);
    const { fingerprint } = await planOf(bundle);
    const answered = post('/configurations/apply', { bundle, fingerprint }).then(
      ({ status }) => status,
      () => 0,
    );
    await sleep(dice() * 400);
    await server.kill();
    const acknowledged = (await answered) === 200;
    await server.start();
    const before = continued;
    const actions = new Set((await planOf(bundle)).objects.map(({ action }) => action));
    if (continued > before) broken += 1;
    const whole = [...actions].every((action) => action === 'unchanged');
    const nothing = !actions.has('unchanged');
    assert.ok(whole || nothing, `half of it after kill ${kill}: ${[...actions].join(', ')}`);
    assert.ok(whole || !acknowledged, 'an acknowledged apply was lost');
  }
  assert.ok(broken > 0, 'no kill came in the middle of an apply');
  t.diagnostic(`${broken} kills came in the middle of an apply`);
});
