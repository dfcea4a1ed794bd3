import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperationRequest } from '@countersign/shared/http/message';
import { newReports, type Reports } from '@countersign/shared/http/reports';
import { answerChecks } from '../../src/response/checks.ts';
import { refuses } from '../presentation/refuses.ts';

const requestOf = (body: OperationRequest['body']) => ({ body }) as OperationRequest;
const shown = ({ checks }: Reports) => checks.map(({ check, ok }) => `${ok ? '' : 'not '}${check}`);

test('an answer of a page is data or an error; the authorization page takes data only', () => {
  const reports = newReports();
  const error = { request: requestOf({ error: 'NotAllowedError' }), reports };
  assert.equal(answerChecks.runNow('backend', error).answer.kind, 'error');
  refuses(() => answerChecks.runNow('page', error), 'parameters');
  const data = { request: requestOf({ protocol: 'openid4vp-v1-signed', data: {} }), reports };
  assert.equal(answerChecks.runNow('page', data).answer.protocol, 'openid4vp-v1-signed');
  assert.deepEqual(shown(reports), [
    'parsePageAnswer',
    'parsePageAnswer',
    'not checkPageData',
    'parsePageAnswer',
    'checkPageData',
  ]);
});

test('an answer under a protocol that was not sent is refused, and reported as such', () => {
  const reports = newReports();
  const protocols = ['openid4vp-v1-signed'];
  refuses(
    () => answerChecks.runNow('protocol', { protocol: 'openid4vp-v1-unsigned', protocols, reports }),
    'dc_api_protocol',
  );
  assert.deepEqual(shown(reports), ['not checkProtocol']);
});
