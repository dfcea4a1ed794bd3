import { configurationOf } from '../support/haip.ts';
import { explained } from './explained.ts';
import { openFaultWorld, takes } from './fault-world.ts';

const HIGH = { key_storage: ['iso_18045_high'] };
const open = () => openFaultWorld({ 'issuance/attested.json': configurationOf('attested', HIGH) });

/** A wallet that sends one proof, with an attestation of all its keys that has the nonce too. */
const attested = takes(
  { credentialConfigurationIds: ['attested'], flow: 'pre_authorized_code' },
  { wallet: ({ provider }) => ({ attester: provider, wallet: 'suite' }) },
);

explained('key attestations', open, [
  { fault: 'key_attestation_missing', run: attested },
  {
    fault: 'key_attestation_untrusted',
    both: true,
    facts: { subject: /provider\.example/, sha256: /^[0-9a-fA-F:]{64,95}$/, place: /wallet-providers/ },
    run: attested,
  },
  { fault: 'key_attestation_signature', run: attested },
  { fault: 'key_attestation_algorithm', facts: { expectedAny: ['ES256'], received: 'ES512' }, run: attested },
  { fault: 'key_attestation_format', facts: { received: 'JWT' }, run: attested },
  { fault: 'key_attestation_time', facts: { claim: 'exp' }, run: attested },
  { fault: 'key_attestation_keys', run: attested },
  { fault: 'key_attestation_status', run: attested },
  {
    fault: 'key_attestation_level',
    facts: { claim: 'key_storage', expectedAny: ['iso_18045_high'], received: /iso_18045_basic/ },
    run: attested,
  },
  { fault: 'key_attestation_nonce', run: attested },
]);
