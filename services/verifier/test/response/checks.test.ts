import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperationRequest } from '@countersign/shared/http/message';
import { answerChecks } from '../../src/response/checks.ts';
import { refuses } from '../presentation/refuses.ts';

const checks: string[] = [];
const requestOf = (body: OperationRequest['body']): OperationRequest =>
  ({
    id: 'r',
    method: 'POST',
    tenant: 'default',
    params: {},
    query: {},
    headers: {},
    body,
    checked: (check: string, ok: boolean) => checks.push(`${ok ? '' : 'not '}${check}`),
  }) as unknown as OperationRequest;

test('an answer of a page is data or an error; the authorization page takes data only', () => {
  const error = requestOf({ error: 'NotAllowedError' });
  assert.equal(answerChecks.runNow('backend', { request: error }).answer.kind, 'error');
  refuses(() => answerChecks.runNow('page', { request: error }), 'parameters');
  const data = requestOf({ protocol: 'openid4vp-v1-signed', data: {} });
  assert.equal(answerChecks.runNow('page', { request: data }).answer.protocol, 'openid4vp-v1-signed');
  assert.deepEqual(checks.splice(0), [
    'parsePageAnswer',
    'parsePageAnswer',
    'not checkPageData',
    'parsePageAnswer',
    'checkPageData',
  ]);
});

test('an answer under a protocol that was not sent is refused, and reported as such', () => {
  const request = requestOf({});
  const protocols = ['openid4vp-v1-signed'];
  refuses(
    () => answerChecks.runNow('protocol', { protocol: 'openid4vp-v1-unsigned', protocols, request }),
    'dc_api_protocol',
  );
  assert.deepEqual(checks.splice(0), ['not checkProtocol']);
});
