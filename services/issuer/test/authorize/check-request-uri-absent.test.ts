import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whyOf } from '@countersign/shared/test/http/refusal';
import { refuses } from '@countersign/shared/test/http/refuses';
import { checkRequestUriAbsent } from '../../src/authorize/check-request-uri-absent.ts';

test('a pushed request contains no request_uri', () => {
  checkRequestUriAbsent({ parameters: {} });
  for (const request_uri of ['https://wallet.example/request', 'urn:ietf:params:oauth:request_uri:x', '']) {
    refuses(() => checkRequestUriAbsent({ parameters: { request_uri } }), 'invalid_request');
  }
});

test('the reason names the parameter', () => {
  const error = refuses(() => checkRequestUriAbsent({ parameters: { request_uri: 'x' } }), 'invalid_request');
  const { reason, facts } = whyOf(error);
  assert.deepEqual([reason, facts], ['request_uri_misplaced', { parameter: 'request_uri' }]);
});
