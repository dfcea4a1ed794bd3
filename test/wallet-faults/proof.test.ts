import { explained } from './explained.ts';
import { openFaultWorld, takes } from './fault-world.ts';

explained('key proofs', () => openFaultWorld(), [
  { fault: 'proof_missing', run: takes() },
  { fault: 'proof_type', facts: { expectedAny: ['jwt', 'attestation'], received: ['ldp_vp'] }, run: takes() },
  { fault: 'proof_format', run: takes() },
  { fault: 'proof_typ', facts: { expected: 'openid4vci-proof+jwt', received: 'JWT' }, run: takes() },
  { fault: 'proof_algorithm', facts: { expectedAny: ['ES256'], received: 'ES256K' }, run: takes() },
  { fault: 'proof_key', run: takes() },
  { fault: 'proof_signature', both: true, run: takes() },
  { fault: 'proof_audience', facts: { received: /\/vci\/credential$/ }, run: takes() },
  {
    fault: 'proof_issuer',
    facts: { expected: 'https://wallet.example', received: 'https://other-wallet.example' },
    run: takes(),
  },
  { fault: 'proof_time', facts: { offsetSeconds: (behind) => Number(behind) <= -7200 }, run: takes() },
  { fault: 'proof_nonce_missing', run: takes() },
  { fault: 'proof_nonce_unknown', run: takes() },
  { fault: 'proof_nonces_differ', facts: { count: 2 }, run: takes({}, { batch: 2 }) },
  { fault: 'proof_key_repeated', run: takes() },
  { fault: 'proof_count', facts: { count: 60 }, run: takes() },
  { fault: 'proof_nonce_used', run: takes() },
  { fault: 'proof_nonce_expired', waits: true, facts: { expiredSeconds: (late) => Number(late) > 0 }, run: takes() },
]);
