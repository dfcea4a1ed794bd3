import { test } from 'node:test';
import { refuses } from '@countersign/shared/test/http/refuses';
import { checkRequestUriAbsent } from '../../src/protocol/check-request-uri-absent.ts';

test('a pushed request contains no request_uri', () => {
  checkRequestUriAbsent({ parameters: {} });
  for (const request_uri of ['https://wallet.example/request', 'urn:ietf:params:oauth:request_uri:x', '']) {
    refuses(() => checkRequestUriAbsent({ parameters: { request_uri } }), 'invalid_request');
  }
});
