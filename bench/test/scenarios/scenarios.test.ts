/** The table of scenarios, and the messages that list them. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { onlyOnce } from '@countersign/bench/scenarios/scenario';
import { scenarios, scenariosNamed } from '@countersign/bench/scenarios/scenarios';

test('names are unique, and each scenario says what it is, which steps it has and what it checks', () => {
  assert.equal(new Set(scenarios.map(({ name }) => name)).size, scenarios.length);
  for (const { name, title, steps, checked } of scenarios) {
    assert.match(name, /^[a-z]+(-[a-z]+)*$/);
    assert.ok(title.length > 10 && checked.length > 10 && steps.length > 0, name);
  }
});

test('scenarios are found by name; another name is refused with those that there are', () => {
  assert.deepEqual(
    scenariosNamed(['revoke', 'issuance']).map(({ name }) => name),
    ['revoke', 'issuance'],
  );
  assert.equal(scenariosNamed('all'), scenarios);
  assert.throws(() => scenariosNamed(['fast']), /There is no scenario fast: issuance, issuance-dpop/);
});

test('the help of the command and the document name every scenario', () => {
  for (const file of ['scripts/bench.mjs', 'docs/explanation/benchmarks.md']) {
    const text = readFileSync(new URL(`../../../../${file}`, import.meta.url), 'utf8');
    for (const { name } of scenarios)
      assert.match(text, new RegExp(`(^|[^a-z-])${name}($|[^a-z-])`, 'm'), `${file} ${name}`);
  }
});

test('a value that comes twice is an error, also in another run', () => {
  const once = onlyOnce('status index');
  for (const value of ['a', 'b']) once(value);
  assert.throws(() => once('a'), /The status index a was given twice/);
});
