import { test } from 'node:test';
import { refuses } from '@countersign/shared/test/http/refuses';
import { checkGrantType } from '../../src/protocol/check-grant-type.ts';

test('both grants pass', () => {
  checkGrantType({ parameters: { grant_type: 'authorization_code' } });
  checkGrantType({ parameters: { grant_type: 'urn:ietf:params:oauth:grant-type:pre-authorized_code' } });
});

test('a missing or other grant is refused', () => {
  refuses(() => checkGrantType({ parameters: {} }), 'invalid_request');
  refuses(() => checkGrantType({ parameters: { grant_type: '' } }), 'invalid_request');
  refuses(() => checkGrantType({ parameters: { grant_type: ['authorization_code'] } }), 'invalid_request');
  for (const grant_type of ['password', 'refresh_token', 'Authorization_code']) {
    refuses(() => checkGrantType({ parameters: { grant_type } }), 'unsupported_grant_type');
  }
});
