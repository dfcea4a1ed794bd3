/** The session of a management call in the log. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { annotated } from '@countersign/shared/http/annotation';
import type { OperationReply } from '@countersign/shared/http/message';
import { type ErrorCode, ProtocolError } from '@countersign/shared/kernel/errors';
import type { CallRecord } from '@countersign/shared/model/tenant/audit-record';
import { auditRecords } from '@countersign/shared/test/model/every-tenant';
import { API_KEY, openGateway } from '../open-gateway.ts';

const SESSION = '01hk0mps8abcdefg-rest';
const call = { headers: { 'x-api-key': API_KEY } };

/** The log line of one call whose operation ends with this outcome. */
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
  const error = new ProtocolError(code, 'No', { reason: 'internal_error' });
  throw about === undefined ? error : annotated(error, { session: about });
};

test('the line of a successful call has the session that the call named', async (t) => {
  const { session, tenant } = await lineOf(t, `/session/${SESSION}/deliveries`, () => ({ body: [] }));
  assert.deepEqual([session, tenant], ['01hk0mps8abcdefg', 'default']);
});

test('the line of a refused call has the session that the operation names', async (t) => {
  const path = `/session/${SESSION}/deliveries/d/replay`;
  const { session, code } = await lineOf(t, path, refuse('conflict', SESSION), 'POST');
  assert.deepEqual([session, code], ['01hk0mps8abcdefg', 'conflict']);
});

test('a text that can not be a session id is not logged as one', async (t) => {
  for (const code of ['not_found', 'invalid_request'] as const) {
    const line = await lineOf(t, `/session/${SESSION}/deliveries`, refuse(code));
    assert.deepEqual([line.session, line.code], [undefined, code]);
  }
});

test('the line of a call without a session has none', async (t) => {
  const { session, status } = await lineOf(t, '/issuer-management', () => ({ body: [] }));
  assert.deepEqual([session, status], [undefined, 200]);
});

const offer = { response_type: 'uri', flow: 'authorization_code', credentialConfigurationIds: ['pid'] };

for (const by of ['the operation', 'the gateway'] as const) {
  test(`the record of an offer goes with its request, and is written once, by ${by}`, async (t) => {
    let carried: CallRecord | undefined;
    const gateway = await openGateway(t, {
      replies: {
        'issuer.offer.create': async ({ record }): Promise<OperationReply> => {
          carried = record;
          const body = { session: SESSION, link: 'x', expiresAt: 'y' };
          return by === 'the operation' ? { body, recorded: true } : { body };
        },
      },
    });
    const headers = { 'content-type': 'application/json' };
    const answer = await gateway.a('/vci/offer', { method: 'POST', headers, body: JSON.stringify(offer) });
    assert.equal(answer.status, 201);
    const { documents } = await gateway.platform.store.find(auditRecords, { index: 'age', limit: 10 });
    const expected = { tenant: 'default', action: 'offer.made', client: 'api-key', data: { configurations: ['pid'] } };
    const { id, at, request, ...rest } = carried ?? {};
    assert.deepEqual(rest, expected);
    assert.ok(id !== undefined && at !== undefined && request === answer.headers.get('x-request-id'));
    const others = documents.map(({ action, session }) => [action, session]);
    assert.deepEqual(others, by === 'the operation' ? [] : [['offer.made', SESSION]]);
  });
}
