import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperationRequest } from '@countersign/shared/http/message';
import type { Outbound, OutboundRequest } from '@countersign/shared/http/outbound';
import { OutboundError } from '@countersign/shared/http/outbound-error';
import { sendLogout } from '../../src/sending/send-logout.ts';

test('a logout token is sent as a form; the status comes back, or why there is none', async () => {
  const sent: OutboundRequest[] = [];
  const answers = [200, 400, new OutboundError('timeout'), new Error('bug')];
  const outbound: Outbound = {
    request: async (request) => {
      const answer = answers[sent.push(request) - 1];
      if (typeof answer === 'number') return { status: answer, headers: {}, body: Buffer.alloc(0) };
      throw answer;
    },
  };
  const { signal } = new AbortController();
  const operation = sendLogout(outbound, signal);
  const body = { url: 'https://rp.example/out', token: 'a.b+c' };
  const asked = { body } as unknown as OperationRequest<typeof body>;
  assert.deepEqual((await operation(asked)).body, { status: 200 });
  assert.deepEqual((await operation(asked)).body, { status: 400 });
  assert.deepEqual((await operation(asked)).body, { error: 'timeout' });
  await assert.rejects(operation(asked), /bug/);
  assert.equal(sent[0]?.body, 'logout_token=a.b%2Bc');
  assert.equal(sent[0]?.headers?.['content-type'], 'application/x-www-form-urlencoded');
  assert.equal(sent[0]?.method, 'POST');
});
