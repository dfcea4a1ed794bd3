import { test } from 'node:test';
import { refuses } from '@countersign/shared/test/http/refuses';
import { given } from '@countersign/shared/test/model/issuance/issuance-given';
import { checkNotFailed } from '../../src/checks/check-not-failed.ts';
import { sessionWith } from './known.ts';

test('a failed issuance has no deferred credential', () => {
  checkNotFailed({ session: sessionWith(given('issued')) });
  checkNotFailed({ session: sessionWith(given('completed long ago')) });
  const session = sessionWith(given('failed with a token'));
  refuses(() => checkNotFailed({ session }), 'credential_request_denied');
});
