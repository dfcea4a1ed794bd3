/** Which session the log names for a management call. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { annotated } from '@countersign/shared/http/annotation';
import type { OperationReply } from '@countersign/shared/http/message';
import { type ErrorCode, ProtocolError } from '@countersign/shared/kernel/errors';
import { API_KEY, openGateway } from '../open-gateway.ts';

const SESSION = '01hk0mps8abcdefg-rest';
const call = { headers: { 'x-api-key': API_KEY } };

/** The line of one call, whose operation ends like that. */
async function lineOf(
  t: Parameters<typeof openGateway>[0],
  path: string,
  reply: () => OperationReply,
  method = 'GET',
): Promise<Record<string, unknown>> {
  const end = async (): Promise<OperationReply> => reply();
  const replies = { 'dispatcher.deliveries': end, 'dispatcher.replay': end, 'issuer.configuration.list': end };
  const gateway = await openGateway(t, { replies });
  await gateway.request(path, { ...call, method });
  return gateway.lines.map((text) => JSON.parse(text)).find(({ message }) => message === 'request');
}

const refuse = (code: ErrorCode, about?: string) => () => {
  const error = new ProtocolError(code, 'No');
  throw about === undefined ? error : annotated(error, { session: about });
};

test('a call that succeeded is about the session that it named', async (t) => {
  const { session, tenant } = await lineOf(t, `/session/${SESSION}/deliveries`, () => ({ body: [] }));
  assert.deepEqual([session, tenant], ['01hk0mps8abcdefg', 'default']);
});

test('so is one that was refused, where the operation says so', async (t) => {
  const path = `/session/${SESSION}/deliveries/d/replay`;
  const { session, code } = await lineOf(t, path, refuse('conflict', SESSION), 'POST');
  assert.deepEqual([session, code], ['01hk0mps8abcdefg', 'conflict']);
});

test('a text that may be no session is not logged as one', async (t) => {
  for (const code of ['not_found', 'invalid_request'] as const) {
    const line = await lineOf(t, `/session/${SESSION}/deliveries`, refuse(code));
    assert.deepEqual([line.session, line.code], [undefined, code]);
  }
});

test('a call about no session has none', async (t) => {
  const { session, status } = await lineOf(t, '/issuer-management', () => ({ body: [] }));
  assert.deepEqual([session, status], [undefined, 200]);
});
