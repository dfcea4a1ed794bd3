/** Each scenario runs against a server: a handful of flows, every answer checked. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { measure } from '@countersign/bench/closed-loop';
import type { Need, Scenario } from '@countersign/bench/scenarios/scenario';
import { scenarios } from '@countersign/bench/scenarios/scenarios';
import { openOwnServer } from '@countersign/bench/scenarios/world';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const FLOWS = 4;

/** A server that reaches a webhook serves those that need none too. */
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
    } finally {
      await world.close();
    }
  });
}

test('each scenario is in a group', () => {
  assert.deepEqual(
    scenarios.filter((scenario) => groupOf(scenario) === undefined),
    [],
  );
});
