import { test } from 'node:test';
import { refuses } from '@countersign/shared/test/http/refuses';
import { checkPushed } from '../../src/protocol/check-pushed.ts';

test('a request in the URL passes where the setting allows it', () => {
  checkPushed({ platform: { settings: { PAR: 'optional' } } });
  refuses(() => checkPushed({ platform: { settings: { PAR: 'required' } } }), 'invalid_request');
});
