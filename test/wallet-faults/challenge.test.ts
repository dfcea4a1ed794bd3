import { shapes, writeMember } from '../support/presentation-during-issuance.ts';
import { explained } from './explained.ts';
import { type FaultWorld, openFaultWorld, takesMember } from './fault-world.ts';

/** A server whose `member` needs a presentation of a PID first. */
async function open(): Promise<FaultWorld> {
  const world = await openFaultWorld({}, { env: { INTERACTIVE_AUTHORIZATION: 'unsigned' } });
  for (const shape of shapes) writeMember(world.server, shape);
  return world;
}

explained('challenge endpoint', open, [
  { fault: 'auth_session_unknown', run: takesMember },
  { fault: 'auth_session_replaced', run: takesMember },
  { fault: 'auth_session_client', run: takesMember },
  { fault: 'auth_session_endpoint', run: takesMember },
  { fault: 'auth_session_over', facts: { state: 'token_issued' }, run: takesMember },
  { fault: 'interaction_types', run: takesMember },
  { fault: 'interaction_response', run: takesMember },
  { fault: 'presentation_unanswered', run: takesMember },
  { fault: 'presentation_missing', facts: { parameter: 'presentation_during_issuance_session' }, run: takesMember },
  { fault: 'presentation_not_proven', both: true, run: takesMember },
  { fault: 'pkce_unexpected', run: takesMember },
  {
    fault: 'auth_session_expired',
    waits: true,
    facts: { expiredSeconds: (late) => Number(late) > 0 },
    run: takesMember,
  },
]);
