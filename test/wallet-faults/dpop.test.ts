import { explained } from './explained.ts';
import { openFaultWorld, takes } from './fault-world.ts';

const preAuthorized = takes({ flow: 'pre_authorized_code' });

explained('DPoP', () => openFaultWorld(), [
  { fault: 'dpop_missing', run: preAuthorized },
  { fault: 'dpop_format', run: preAuthorized },
  { fault: 'dpop_signature', run: preAuthorized },
  { fault: 'dpop_algorithm', facts: { received: 'ES256K' }, run: preAuthorized },
  { fault: 'dpop_method', facts: { expected: 'POST', received: 'GET' }, run: preAuthorized },
  {
    fault: 'dpop_url',
    both: true,
    facts: { expected: /\/authorize\/token$/, received: /\/authorize\/token\/$/, difference: /slash/ },
    run: preAuthorized,
  },
  { fault: 'dpop_time', facts: { offsetSeconds: (behind) => Number(behind) <= -7200 }, run: preAuthorized },
  { fault: 'dpop_replayed', run: preAuthorized },
  { fault: 'dpop_nonce', noted: true, run: preAuthorized },
  { fault: 'dpop_token_hash', run: preAuthorized },
  {
    fault: 'dpop_key',
    facts: { expectedJkt: /^[\w-]{43}$/, receivedJkt: /^[\w-]{43}$/ },
    run: preAuthorized,
  },
]);
