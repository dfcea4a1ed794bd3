import { explained } from './explained.ts';
import { openFaultWorld, takes } from './fault-world.ts';

explained('any request', () => openFaultWorld({}, { env: { RATE_WALLET: '50' } }), [
  { fault: 'content_type', facts: { received: 'text/plain' }, run: takes() },
  { fault: 'body_malformed', run: takes() },
  { fault: 'parameter_repeated', facts: { parameter: 'grant_type' }, run: takes() },
  { fault: 'parameter_reserved', run: takes() },
  { fault: 'path_unknown', run: takes() },
  { fault: 'too_large', run: takes() },
  { fault: 'method', both: true, facts: { received: 'PUT', expectedAny: ['POST'] }, run: takes() },
  { fault: 'rate_limited', run: takes() },
]);
