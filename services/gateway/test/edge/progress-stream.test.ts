import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import type { Exchange } from '../../src/edge/answer.ts';
import { endFailed, openProgress } from '../../src/edge/progress-stream.ts';

async function answered(t: TestContext, act: (exchange: Exchange) => void): Promise<Response> {
  const server = createServer((request, response) => {
    act({ id: 'r', trace: '', request, response } as unknown as Exchange);
    if (!response.writableEnded) response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

test('steps and the report are events; the first one begins the answer', async (t) => {
  const answer = await answered(t, (exchange) => {
    const progress = openProgress(exchange);
    assert.equal(exchange.response.headersSent, false);
    progress.step({ step: 'par' });
    progress.report({ body: { outcome: 'accepted' } });
  });
  assert.equal(answer.headers.get('x-request-id'), 'r');
  const text = 'event: step\ndata: {"step":"par"}\n\nevent: report\ndata: {"outcome":"accepted"}\n\n';
  assert.equal(await answer.text(), text);
});

test('an error after the first step is the last event; before it nothing is written', async (t) => {
  const problem = { status: 500, headers: {}, body: '{"status":\n500}' };
  const answer = await answered(t, (exchange) => {
    endFailed(exchange, problem);
    assert.equal(exchange.response.headersSent, false);
    openProgress(exchange).step({ step: 'par' });
    endFailed(exchange, problem);
  });
  assert.ok((await answer.text()).endsWith('event: failed\ndata: {"status": 500}\n\n'));
});

test('what comes after the end of the stream is not written', async (t) => {
  const answer = await answered(t, (exchange) => {
    const progress = openProgress(exchange);
    progress.step({ step: 'par' });
    exchange.response.end();
    progress.report({ body: { outcome: 'accepted' } });
  });
  assert.equal(await answer.text(), 'event: step\ndata: {"step":"par"}\n\n');
});
