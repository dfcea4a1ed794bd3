import type { Shape } from '../support/presentation-during-issuance.ts';
import { explained } from './explained.ts';
import type { FaultWorld } from './fault-world.ts';
import { openPresentationWorld, presents, take } from './presenting.ts';

const PLAIN = { response_mode: 'direct_post' };
const ENCRYPTED = { response_mode: 'direct_post.jwt' };
const LOGIN = {
  type: 'urn:eudi:sca:login_risk_transaction:1',
  credential_ids: ['pid'],
  transaction_data_hashes_alg: ['sha-256'],
  payload: { transaction_id: '1', action: 'Log in' },
};
/** No PID: that never confirms a payment. */
const holdShort = async (world: FaultWorld, shape: Shape) => (await take(world, shape, 'short')).held;
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
  {
    fault: 'strong_authentication',
    facts: { claim: 'amr', detail: 'one_category', credential: 'pid' },
    run: presents({ request: { ...ENCRYPTED, requestId: 'short', transaction_data: [LOGIN] }, held: holdShort }),
  },
  { fault: 'expired', waits: true, facts: { expiredSeconds: (late) => Number(late) > 0 }, run: encrypted },
]);
