import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '../src/client.ts';
import { events } from '../src/events.ts';
import { CountersignError } from '../src/problem.ts';
import { json, type Script, scripted } from './sending-support.ts';

const stream = (text: string): Response =>
  new Response(text, { status: 200, headers: { 'content-type': 'text/event-stream' } });
const block = (position: number): string => `id: ${position}\ndata: {"id":"e${position}"}\n\n`;

/** The first n positions, and the iterator's pauses. */
async function follow(script: Script, n: number, options: { session?: string; after?: string } = {}) {
  const [pauses, got]: [number[], string[]] = [[], []];
  const client = createClient({ baseUrl: 'http://a.example', apiKey: 'k', ...script });
  const pause = async (milliseconds: number): Promise<void> => void pauses.push(milliseconds);
  for await (const { position, gap } of events({ client, pause, ...options })) {
    got.push(gap === undefined ? position : `gap ${gap.after}-${gap.first}`);
    if (got.length === n) break;
  }
  return { got, pauses, asked: script.sent.map(({ headers }) => headers.get('last-event-id')) };
}

test('a broken stream continues after the last position, even if that block had no data', async () => {
  const script = scripted(stream(`id: 6\n\n`), stream(`${block(7)}id: 8\ndata: {"i`), stream(block(8)));
  assert.deepEqual(await follow(script, 2), { got: ['7', '8'], pauses: [500, 500], asked: [null, '6', '7'] });
});

test('the pauses grow while attempts bring nothing', async () => {
  const script = scripted(...Array.from({ length: 7 }, () => json(503, {})), stream(block(1)));
  const { pauses } = await follow(script, 1);
  assert.deepEqual(pauses, [500, 1000, 2000, 4000, 8000, 15_000, 15_000]);
});

test('a gap is reported, and a session has its own stream', async () => {
  const script = scripted(stream(`id: 20\nevent: gap\ndata: {"after":3,"first":21}\n\n${block(21)}`));
  const { got, asked } = await follow(script, 2, { session: 's/1', after: '3' });
  assert.deepEqual(got, ['gap 3-21', '21']);
  assert.deepEqual(asked, ['3']);
  assert.equal(script.sent[0]?.url, 'http://a.example/session/s%2F1/events');
});

test('a refusal that a retry cannot change is an error', async () => {
  await assert.rejects(follow(scripted(json(404, { reason: 'x' })), 1), CountersignError);
});

test('the signal ends it', async () => {
  const client = createClient({ baseUrl: 'http://a.example', apiKey: 'k', ...scripted() });
  for await (const _ of events({ client, signal: AbortSignal.abort() })) assert.fail();
});
