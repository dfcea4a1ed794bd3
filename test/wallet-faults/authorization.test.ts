import { shapes, writeMember } from '../support/presentation-during-issuance.ts';
import { explained } from './explained.ts';
import { type FaultWorld, openFaultWorld, takes } from './fault-world.ts';

/** A server whose `member` needs a presentation of a PID first. */
async function open(): Promise<FaultWorld> {
  const world = await openFaultWorld();
  for (const shape of shapes) writeMember(world.server, shape);
  return world;
}

/** A wallet that leaves the presentation to the browser. */
const member = takes({ credentialConfigurationIds: ['member'] });

explained('authorization', open, [
  { fault: 'response_type', facts: { expected: 'code', received: 'token' }, run: takes() },
  { fault: 'pkce_missing', facts: { parameter: 'code_challenge' }, run: takes() },
  { fault: 'pkce_method', facts: { expected: 'S256', received: 'plain' }, run: takes() },
  { fault: 'pkce_challenge', run: takes() },
  { fault: 'redirect_uri_kind', run: takes() },
  { fault: 'scope_unknown', facts: { received: 'no-such-scope', expectedAny: ['pid'] }, run: takes() },
  { fault: 'authorization_details', run: takes() },
  { fault: 'configuration_not_offered', facts: { configurationId: 'not-offered' }, run: takes() },
  { fault: 'issuer_state_missing', run: takes() },
  { fault: 'issuer_state_unknown', both: true, run: takes() },
  { fault: 'issuer_state_used', facts: { state: /issued|completed/ }, run: takes() },
  { fault: 'request_object', facts: { parameter: 'request' }, run: takes() },
  { fault: 'request_uri_misplaced', facts: { parameter: 'request_uri' }, run: takes() },
  { fault: 'state_too_long', facts: { count: 4000, most: 2048 }, run: takes() },
  { fault: 'dpop_jkt', run: takes() },
  { fault: 'client_id_too_long', facts: { count: 4000, most: 512 }, run: takes() },
  { fault: 'par_required', run: takes() },
  { fault: 'user_denied', run: member },
  { fault: 'request_uri_unknown', run: takes() },
  { fault: 'request_uri_replaced', run: takes() },
  { fault: 'request_uri_used', facts: { state: 'authorized' }, run: takes() },
  {
    fault: 'request_client_mismatch',
    facts: { expected: 'https://wallet.example', received: 'https://other-wallet.example' },
    run: takes(),
  },
  { fault: 'presentation_expired', waits: true, run: member },
  { fault: 'request_uri_expired', waits: true, facts: { expiredSeconds: (late) => Number(late) > 3000 }, run: takes() },
  { fault: 'issuer_state_expired', waits: true, facts: { expiredSeconds: (late) => Number(late) > 0 }, run: takes() },
]);
