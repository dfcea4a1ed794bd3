import { shapes } from '../support/presentation-during-issuance.ts';
import { writeRenewable } from '../support/renewable.ts';
import { explained } from './explained.ts';
import { type FaultWorld, openFaultWorld, takes } from './fault-world.ts';

/** A server whose `card` is renewed. */
async function open(): Promise<FaultWorld> {
  const world = await openFaultWorld();
  for (const shape of shapes) writeRenewable(world.server, shape);
  return world;
}

const renews = takes({ credentialConfigurationIds: ['card'], flow: 'pre_authorized_code' }, { renew: true });

explained('refresh', open, [
  { fault: 'refresh_token_unknown', both: true, run: renews },
  { fault: 'refresh_token_holder', run: takes({ credentialConfigurationIds: ['card'] }, { renew: true }) },
  { fault: 'refresh_nothing', waits: true, run: renews },
  { fault: 'refresh_token_expired', waits: true, facts: { expiredSeconds: (late) => Number(late) > 0 }, run: renews },
]);
