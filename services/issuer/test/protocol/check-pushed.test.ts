import { test } from 'node:test';
import { refuses } from '@countersign/shared/test/http/refuses';
import { checkPushed } from '../../src/protocol/check-pushed.ts';

test('a request in the URL passes where the tenant allows it', () => {
  checkPushed({ requirements: { par: 'optional' } });
  refuses(() => checkPushed({ requirements: { par: 'required' } }), 'invalid_request');
});
