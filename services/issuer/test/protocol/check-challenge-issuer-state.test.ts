import { test } from 'node:test';
import { refuses } from '@countersign/shared/test/http/refuses';
import { checkChallengeIssuerState } from '../../src/protocol/check-challenge-issuer-state.ts';

test('a first challenge has an issuer_state', () => {
  checkChallengeIssuerState({ parameters: { issuer_state: 'x' } });
  refuses(() => checkChallengeIssuerState({ parameters: {} }), 'invalid_request');
  refuses(() => checkChallengeIssuerState({ parameters: { issuer_state: '' } }), 'invalid_request');
});
