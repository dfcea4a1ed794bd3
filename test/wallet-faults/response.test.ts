import { explained } from './explained.ts';
import { openPresentationWorld, presents } from './presenting.ts';

const PLAIN = { response_mode: 'direct_post' };
const ENCRYPTED = { response_mode: 'direct_post.jwt' };
const plain = presents({ request: PLAIN });
const encrypted = presents({ request: ENCRYPTED });

explained('authorization response', openPresentationWorld, [
  { fault: 'parameters', run: plain },
  {
    fault: 'response_legacy',
    facts: { parameter: 'presentation_submission', presentName: 'vp_token' },
    run: plain,
  },
  { fault: 'wallet_error', noted: true, both: true, facts: { received: 'access_denied' }, run: encrypted },
  { fault: 'jwe_header', facts: { parameter: 'zip' }, run: encrypted },
  { fault: 'unknown_key', run: encrypted },
  { fault: 'decrypt', run: encrypted },
  { fault: 'payload', run: encrypted },
  { fault: 'state', run: encrypted },
  { fault: 'not_encrypted', run: encrypted },
  { fault: 'already_answered', run: plain },
  { fault: 'vp_token', both: true, run: encrypted },
  { fault: 'unknown_id', facts: { received: 'no-such-query', expectedAny: ['pid'] }, run: encrypted },
  { fault: 'multiple', facts: { credential: 'pid', count: 2 }, run: plain },
  { fault: 'incomplete', facts: { parameters: ['pid'] }, run: encrypted },
  {
    fault: 'transaction_data',
    run: presents({ request: { ...ENCRYPTED, transaction_data: [{ type: 'payment', credential_ids: ['pid'] }] } }),
  },
  { fault: 'expired', waits: true, facts: { expiredSeconds: (late) => Number(late) > 0 }, run: encrypted },
]);
