import { test } from 'node:test';
import { refuses } from '@countersign/shared/test/http/refuses';
import { checkTokenType } from '../../src/protocol/check-token-type.ts';

test('a bound token has the scheme DPoP, a plain one Bearer', () => {
  checkTokenType({ grant: { dpopJkt: 'x' }, scheme: 'DPoP' });
  checkTokenType({ grant: {}, scheme: 'Bearer' });
  refuses(() => checkTokenType({ grant: { dpopJkt: 'x' }, scheme: 'Bearer' }), 'invalid_token');
  refuses(() => checkTokenType({ grant: {}, scheme: 'DPoP' }), 'invalid_token');
});
