/** What one flow costs the server in work that can be counted: exactly as much as `work.json` says, without a clock. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, before, describe, it, mock } from 'node:test';
import { pidQuestion } from '../support/presentation.ts';
import { type CountingServer, type Counts, openCountingServer } from '../support/work/counting-server.ts';
import { type Flow, measureFlow, unexpected } from '../support/work/measure.ts';
import { hasUsualIndex, preAuthorizedIssuance, presentation, usualPid } from './flows.ts';

/** Compiled to test/dist/work. */
const FILE = resolve(import.meta.dirname, '../../work/work.json');
const HOW =
  'Where the change is wanted: npm run work, and commit what it writes (docs/benchmarks.md, Work of one flow)';
const isUpdate = process.env.UPDATE_WORK === '1';

const expected: Record<string, Counts> = JSON.parse(readFileSync(FILE, 'utf8'));

describe('the work of one flow', () => {
  let server: CountingServer;
  before(async () => {
    // As in the server: in both, the same moment in every run.
    const now = Date.parse('2026-11-23T12:00:00Z');
    mock.timers.enable({ apis: ['Date'], now });
    const configure = (folder: string): void =>
      writeFileSync(join(folder, 'presentation/question.json'), JSON.stringify(pidQuestion));
    server = await openCountingServer({ now, configure });
  });
  after(async () => {
    await server.close();
    mock.timers.reset();
  });

  const flows: Readonly<Record<string, () => Promise<Flow>>> = {
    'issuance, pre-authorized': async () => async () => hasUsualIndex(await preAuthorizedIssuance(server)),
    'presentation, direct_post.jwt': presenting('direct_post.jwt'),
    'presentation, direct_post': presenting('direct_post'),
  };

  for (const [name, prepare] of Object.entries(flows)) {
    it(name, async () => {
      const [first = {}, ...others] = await measureFlow(server, await prepare());
      // Otherwise the figures would depend on chance.
      for (const other of others) assert.deepEqual(unexpected(first, other), [], 'two runs of the flow differ');
      assert.ok(others.length > 0, 'no two runs of the flow are alike');
      if (isUpdate) expected[name] = first;
      const differing = unexpected(expected[name] ?? {}, first);
      assert.ok(differing.length === 0, `${name}\n  ${differing.join('\n  ')}\n${HOW}`);
    });
  }

  it('is listed for no other flow', () => {
    if (isUpdate) writeFileSync(FILE, tableOf(Object.keys(flows)));
    assert.deepEqual(Object.keys(expected).sort(), Object.keys(flows).sort(), HOW);
  });

  function presenting(mode: string): () => Promise<Flow> {
    return async () => {
      const held = await usualPid(server);
      return async () => {
        await presentation(server, held, mode);
        return true;
      };
    };
  }
});

/** A figure a line, in the order of the flows. */
function tableOf(flows: readonly string[]): string {
  const ordered = flows.map((name) => [name, Object.fromEntries(Object.entries(expected[name] ?? {}).sort())]);
  for (const name of Object.keys(expected)) if (!flows.includes(name)) delete expected[name];
  return `${JSON.stringify(Object.fromEntries(ordered), null, 2)}\n`;
}
