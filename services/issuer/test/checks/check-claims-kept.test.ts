import { test } from 'node:test';
import { refuses } from '@countersign/shared/test/http/refuses';
import { given } from '@countersign/shared/test/model/issuance/issuance-given';
import { checkClaimsKept } from '../../src/checks/check-claims-kept.ts';
import { sessionWith } from './known.ts';

test('an issuance whose claims are erased issues no credential', () => {
  for (const state of ['token_issued', 'issued', 'completed'] as const) {
    checkClaimsKept({ session: sessionWith(given(state)) });
  }
  for (const state of ['completed long ago', 'failed with a token', 'expired'] as const) {
    refuses(() => checkClaimsKept({ session: sessionWith(given(state)) }), 'credential_request_denied');
  }
});
