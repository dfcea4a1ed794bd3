import { explained } from './explained.ts';
import { openFaultWorld, takes } from './fault-world.ts';

explained('offer and metadata', () => openFaultWorld(), [
  { fault: 'offer_unknown', both: true, run: takes() },
  { fault: 'offer_completed', run: takes({ flow: 'pre_authorized_code' }) },
  { fault: 'metadata_path', facts: { askedPath: /\/$/, rightPath: /openid-credential-issuer$/ }, run: takes() },
  { fault: 'document_unknown', run: takes() },
  { fault: 'status_list_unknown', run: takes() },
  { fault: 'tenant_unknown', both: true, run: takes() },
  { fault: 'offer_expired', waits: true, facts: { expiredSeconds: (late) => Number(late) > 0 }, run: takes() },
]);
