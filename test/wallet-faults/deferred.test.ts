import { shapes, writeMember } from '../support/presentation-during-issuance.ts';
import { openReceiver } from '../support/webhook-receiver.ts';
import { explained } from './explained.ts';
import { type FaultWorld, openFaultWorld, takes, takesMember } from './fault-world.ts';

/** A server whose `member` has claims that never come. */
async function open(): Promise<FaultWorld> {
  const receiver = await openReceiver();
  receiver.silent = true;
  const world = await openFaultWorld({}, { env: { CLAIMS_WAIT: '1' } });
  for (const shape of shapes) writeMember(world.server, shape, receiver.url);
  const close = async (): Promise<void> => {
    await world.server.close();
    await receiver.close();
  };
  return { ...world, server: { ...world.server, close } };
}

const pid = takes({ flow: 'pre_authorized_code' });

explained('deferred credential and notification', open, [
  { fault: 'transaction_unknown', both: true, run: takesMember },
  { fault: 'deferred_too_soon', run: takesMember },
  { fault: 'notification_unknown', both: true, run: pid },
  { fault: 'notification_description', run: pid },
  { fault: 'notification_event', facts: { received: 'credential_stored' }, run: pid },
]);
