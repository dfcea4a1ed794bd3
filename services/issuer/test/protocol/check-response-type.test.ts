import { test } from 'node:test';
import { refuses } from '@countersign/shared/test/http/refuses';
import { checkResponseType } from '../../src/protocol/check-response-type.ts';

test('the response type is code', () => {
  checkResponseType({ parameters: { response_type: 'code' } });
  refuses(() => checkResponseType({ parameters: {} }), 'invalid_request');
  for (const response_type of ['token', 'code id_token', 'Code']) {
    refuses(() => checkResponseType({ parameters: { response_type } }), 'unsupported_response_type');
  }
});
