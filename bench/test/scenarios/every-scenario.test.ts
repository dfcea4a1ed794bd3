/** Each scenario runs against a server: a handful of flows, every response checked. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { measure } from '@countersign/bench/load/closed-loop';
import type { Need, Scenario } from '@countersign/bench/scenarios/scenario';
import { scenarios, scenariosNamed } from '@countersign/bench/scenarios/scenarios';
import { openTargetServer } from '@countersign/bench/scenarios/target';
import { openOwnServer } from '@countersign/bench/scenarios/world';
import type { Site } from '@countersign/bench/server/site';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const FLOWS = 4;

/** A server that reaches a webhook also serves scenarios that need none. */
const groups: readonly (readonly Need[])[] = [
  ['claims webhook'],
  ['attested tenant'],
  ['claims webhook', 'short wait'],
];

function groupOf({ needs }: Scenario): readonly Need[] | undefined {
  return groups.find((group) => (needs.length === 0 ? groups[0] === group : String(group) === String(needs)));
}

for (const needs of groups) {
  const members = scenarios.filter((scenario) => groupOf(scenario) === needs);
  test(`scenarios on a server with ${needs.join(', ')}`, async (context) => {
    const world = await openOwnServer({ root, needs, wallets: 2 });
    try {
      for (const scenario of members) {
        await context.test(scenario.name, async () => {
          const { load, check, before } = await scenario.prepare(world);
          await before?.(FLOWS);
          const { count, outcomes, steps } = await measure(load, FLOWS, 2);
          check(outcomes);
          assert.equal(count, FLOWS);
          assert.deepEqual([...steps.keys()], scenario.steps);
          for (const [step, times] of steps)
            assert.ok(times.length >= FLOWS, `${step} was asked ${times.length} times`);
        });
      }
      if (needs === groups[0]) await context.test('on a running installation', () => onTarget(world.server));
    } finally {
      await world.close();
    }
  });
}

/** The server like any other installation: the benchmark's configurations are removed afterwards. */
async function onTarget({ url, apiKey }: Site): Promise<void> {
  const ids = async (): Promise<readonly string[]> => {
    const answer = await fetch(`${url}/issuer-management`, { headers: { 'x-api-key': apiKey } });
    return ((await answer.json()) as readonly { readonly id: string }[]).map(({ id }) => id);
  };
  const before = await ids();
  const options = { root, target: url, consent: undefined, wallets: 2, rate: 100 };
  const target = await openTargetServer({ ...options, env: { BENCH_API_KEY: apiKey } });
  for (const scenario of scenariosNamed(['presentation-mdoc', 'revoke'])) {
    const { load, check } = await scenario.prepare(target);
    const { cpu, outcomes } = await measure(load, FLOWS, 2, target.pace);
    check(outcomes);
    assert.ok(Number.isNaN(cpu) && outcomes.length === FLOWS);
  }
  assert.deepEqual(
    (await ids()).filter((id) => !before.includes(id)),
    ['bench-pid', 'bench-pid-mdoc'],
  );
  await target.close();
  assert.deepEqual(await ids(), before);
}

test('each scenario is in a group', () => {
  assert.deepEqual(
    scenarios.filter((scenario) => groupOf(scenario) === undefined),
    [],
  );
});
