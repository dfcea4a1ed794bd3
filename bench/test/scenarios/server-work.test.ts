/** Counting and profiling, each with a separate server. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { partShares } from '@countersign/bench/profile/parts';
import { scenariosNamed } from '@countersign/bench/scenarios/scenarios';
import { countScenario, profileScenario } from '@countersign/bench/scenarios/server-work';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const options = { root, wallets: 2, flows: 4, warmup: 2, concurrency: 1 };
const [presentation] = scenariosNamed(['presentation']);

test('the cryptographic work of a presentation: a signature, two checks, a key agreement', async () => {
  assert.ok(presentation !== undefined);
  const work = await countScenario(presentation, options);
  assert.equal(work['signatures made'], 1);
  assert.ok((work['signatures checked'] ?? 0) >= 2, JSON.stringify(work));
  assert.equal(work['key agreements'], 1);
});

test('a profile of the flows alone, with JSON as a part of its own', async () => {
  assert.ok(presentation !== undefined);
  const profile = await profileScenario(presentation, { ...options, flows: 20 });
  assert.ok(profile.cpu > 0 && profile.samples.length > 0);
  const shares = partShares(profile);
  const sum = Object.values(shares).reduce((total, share) => total + share, 0);
  assert.ok(sum > 0 && sum <= 1, JSON.stringify(shares));
  const functions = new Set(profile.nodes.map(({ callFrame }) => callFrame.functionName));
  assert.ok(functions.has('parseJson') || functions.has('stringifyJson'), 'calls of JSON are visible');
});
