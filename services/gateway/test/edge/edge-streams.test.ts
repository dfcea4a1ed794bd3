/** Streams through the whole gateway: rows of the table, log, responses without a stream. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperationReply, OperationRequest } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { openGateway } from '../open-gateway.ts';
import { raw } from '../raw-request.ts';

const REFERENCE = 'NeverInTheLog_0123456789';
const events = { headers: { accept: 'text/event-stream' } };

/** One waiting response, then a final one. */
function follow(): { readonly 'issuer.authorization.follow': (request: OperationRequest) => Promise<OperationReply> } {
  let count = 0;
  return {
    'issuer.authorization.follow': async ({ params }) => {
      if (params.reference !== REFERENCE)
        throw new ProtocolError('not_found', 'There is nothing at this address', { reason: 'path_unknown' });
      count += 1;
      return { body: { state: count === 1 ? 'waiting' : 'expired' } };
    },
  };
}

for (const path of ['/authorize/follow/', '/root/authorize/follow/']) {
  test(`${path}: a stream for a client that accepts one, and one log line with the pattern`, async (t) => {
    const gateway = await openGateway(t, { replies: follow() });
    const answer = await gateway.request(path + REFERENCE, events);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-type'), 'text/event-stream');
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
    assert.equal(answer.headers.get('access-control-allow-origin'), null);
    assert.equal(
      await answer.text(),
      'event: state\ndata: {"state":"waiting"}\n\nevent: state\ndata: {"state":"expired"}\n\n',
    );
    assert.deepEqual(
      [...new Set(gateway.calls.map(({ request }) => request.tenant))],
      [path.startsWith('/root') ? 'root' : 'default'],
    );
    while (!gateway.lines.some((line) => line.includes('follow/{reference}'))) await new Promise(setImmediate);
    assert.ok(!gateway.lines.join('').includes(REFERENCE));
  });
}

test('without the type it is one JSON answer, never cached', async (t) => {
  const gateway = await openGateway(t, { replies: follow() });
  const answer = await gateway.request(`/authorize/follow/${REFERENCE}`);
  assert.equal(answer.headers.get('content-type'), 'application/json');
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  assert.deepEqual(await answer.json(), { state: 'waiting' });
  const head = await raw(gateway, `/authorize/follow/${REFERENCE}`, { method: 'HEAD', ...events });
  assert.equal(head.status, 200);
  assert.equal(head.body, '');
});

test('an unknown session is an ordinary answer, also to a client that accepts a stream', async (t) => {
  const gateway = await openGateway(t, { replies: follow() });
  for (const path of ['/authorize/follow/unknown', '/authorize/follow/a.b', `/authorize/follow/${'x'.repeat(129)}`]) {
    const answer = await gateway.request(path, events);
    assert.equal(answer.status, 404, path);
    assert.equal(answer.headers.get('content-type'), 'application/problem+json');
  }
});

test('the language of the browser reaches the operations', async (t) => {
  const gateway = await openGateway(t, { replies: { 'issuer.authorize': async () => ({ status: 200, raw: 'page' }) } });
  await gateway.request('/authorize', { headers: { 'accept-language': 'de-AT,en;q=0.5' } });
  assert.equal(gateway.calls[0]?.request.headers['accept-language'], 'de-AT,en;q=0.5');
});
