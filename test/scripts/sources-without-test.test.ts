/** How many of the larger source files have a test of the same path. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../cluster/cluster-processes.ts';

const url = pathToFileURL(join(ROOT, 'scripts', 'sources-without-test.mjs')).href;
const { largerSources } = (await import(url)) as {
  readonly largerSources: (root: string) => readonly { readonly file: string; readonly tested: boolean }[];
};

/** Percent of the larger files; the rest is tables, types and parts that are tested as a whole. These numbers only rise. */
const floors: Readonly<Record<string, number>> = {
  'libs/shared': 76,
  'libs/wallet': 52,
  'clients/typescript': 70,
  'libs/dry-run': 75,
  'libs/european-trust': 75,
  'clients/button': 55,
  'docs-site': 66,
  console: 45,
  operator: 75,
  'services/gateway': 79,
  'services/issuer': 94,
  'services/standalone': 75,
  'services/status': 95,
  'services/verifier': 97,
  'services/webhook-dispatcher': 84,
};

test('most of the larger source files have a test of the same path', () => {
  const sources = largerSources(ROOT);
  for (const [home, floor] of Object.entries(floors)) {
    const own = sources.filter(({ file }) => file.startsWith(`${home}/src/`));
    const without = own.filter(({ tested }) => !tested).map(({ file }) => file);
    const percent = (100 * (own.length - without.length)) / own.length;
    assert.ok(
      percent >= floor,
      `${home}: ${percent.toFixed(1)} %, the floor is ${floor} %; without:\n${without.join('\n')}`,
    );
  }
  assert.deepEqual(
    [...new Set(sources.map(({ file }) => file.slice(0, file.indexOf('/src/'))))].sort(),
    Object.keys(floors).sort(),
  );
});
