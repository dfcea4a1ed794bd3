/** The plots of docs/benchmarks.md are drawn from the result in their folder. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { plotsOf } from '@countersign/bench/plots/plots';
import { parseResult } from '@countersign/bench/results/result';
import { scenarios } from '@countersign/bench/scenarios/scenarios';

const docs = fileURLToPath(new URL('../../../../docs', import.meta.url));
const folder = join(docs, 'benchmarks');
const skip = existsSync(join(folder, 'result.json')) ? false : 'docs/benchmarks has no result of a whole run yet';

test('each plot is drawn from the result; `npm run bench -- plots docs/benchmarks/result.json` draws them again', {
  skip,
}, () => {
  const plots = plotsOf(parseResult(readFileSync(join(folder, 'result.json'), 'utf8')));
  for (const [name, svg] of plots) assert.equal(readFileSync(join(folder, name), 'utf8'), svg, name);
  assert.deepEqual(readdirSync(folder).sort(), [...plots.keys(), 'result.json'].sort());
});

test('the document shows each of them, and the result has every scenario', { skip }, () => {
  const text = readFileSync(join(docs, 'benchmarks.md'), 'utf8');
  for (const name of ['latency.svg', 'throughput.svg', 'cost.svg'])
    assert.ok(text.includes(`](benchmarks/${name})`), name);
  const result = parseResult(readFileSync(join(folder, 'result.json'), 'utf8'));
  assert.deepEqual(
    result.scenarios.map(({ name }) => name),
    scenarios.map(({ name }) => name),
  );
});
