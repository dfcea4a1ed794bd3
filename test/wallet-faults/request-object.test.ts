import { explained } from './explained.ts';
import { openPresentationWorld, presents } from './presenting.ts';

explained('request object', openPresentationWorld, [
  { fault: 'request_unknown', both: true, run: presents() },
  { fault: 'request_ended', facts: { state: 'verified' }, run: presents() },
  { fault: 'request_method', facts: { received: 'PUT', expectedAny: ['GET', 'POST'] }, run: presents() },
  { fault: 'wallet_metadata', facts: { detail: 'not_json' }, run: presents() },
  { fault: 'wallet_nonce', run: presents() },
  { fault: 'wallet_formats', facts: { expected: 'dc+sd-jwt' }, run: presents() },
]);
