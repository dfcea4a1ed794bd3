import { test } from 'node:test';
import { refuses } from '@countersign/shared/test/http/refuses';
import { checkRequestObjectAbsent } from '../../src/protocol/check-request-object-absent.ts';

test('any request object is refused', () => {
  checkRequestObjectAbsent({ parameters: {} });
  for (const request of ['e30.e30.', '', {}]) {
    refuses(() => checkRequestObjectAbsent({ parameters: { request } }), 'request_not_supported');
  }
});
