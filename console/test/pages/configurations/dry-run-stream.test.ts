/** A dry run as a stream of steps. */
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { Problem } from '../../../src/api/problem.ts';
import { dryRun } from '../../../src/pages/configurations/dry-run-stream.ts';

const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
});

function answer(body: string, type = 'text/event-stream'): string[] {
  const asked: string[] = [];
  globalThis.fetch = async (url) => {
    asked.push(String(url));
    return new Response(body, { headers: { 'content-type': type } });
  };
  return asked;
}

function run(onStep: (step: { readonly step: string }) => void = () => undefined) {
  return dryRun({ kind: 'presentation', id: 'a/b', body: {}, onStep, signal: new AbortController().signal });
}

test('each step is given as it comes, and the report ends the run', async () => {
  const asked = answer('event: step\ndata: {"step":"offer"}\n\nevent: report\ndata: {"outcome":"accepted"}\n\n');
  const steps: string[] = [];
  const report = await run(({ step }) => steps.push(step));
  assert.deepEqual([steps, report.outcome], [['offer'], 'accepted']);
  assert.deepEqual(asked, ['/presentation-management/a%2Fb/dry-run']);
});

test('a report without steps comes as JSON', async () => {
  answer('{"outcome":"stopped"}', 'application/json');
  assert.equal((await run()).outcome, 'stopped');
});

test('a failure after the first step, and an end without a report, are problems', async () => {
  answer('event: failed\ndata: {"type":"urn:countersign:problem:not_found","status":404,"detail":"gone"}\n\n');
  await assert.rejects(
    run(),
    (error) => error instanceof Problem && error.code === 'not_found' && error.status === 404,
  );
  answer('event: step\ndata: {"step":"offer"}\n\n');
  await assert.rejects(run(), (error) => error instanceof Problem && error.code === 'no_answer');
});
