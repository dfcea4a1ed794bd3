import { test } from 'node:test';
import { refuses } from '@countersign/shared/test/http/refuses';
import { checkRequestObjectAbsent } from '../../src/protocol/check-request-object-absent.ts';

test('a request object is refused, whatever it is', () => {
  checkRequestObjectAbsent({ parameters: {} });
  for (const request of ['e30.e30.', '', {}]) {
    refuses(() => checkRequestObjectAbsent({ parameters: { request } }), 'request_not_supported');
  }
});
