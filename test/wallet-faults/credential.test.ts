import { explained } from './explained.ts';
import { type FaultCourse, openFaultWorld, takes, under } from './fault-world.ts';

const preAuthorized = takes({ flow: 'pre_authorized_code' });
/** A wallet that encrypts its requests. */
const encrypting = takes({ flow: 'pre_authorized_code' }, { wallet: () => ({ wallet: 'suite' }) });

const whereRequired = under(
  () => ({ 'tenant.json': { during: { credentialEncryption: 'required' }, after: {} } }),
  encrypting,
);
/** A wallet following a draft: the single `proof` instead of `proofs` is accepted. */
const draft: FaultCourse = (world, shape, fault) =>
  preAuthorized(world, shape, {
    ...fault,
    request: ({ json, ...request }) => {
      const { proofs, ...body } = (json ?? {}) as { readonly proofs?: { readonly jwt?: readonly string[] } };
      return { ...request, json: { ...body, proof: { proof_type: 'jwt', jwt: proofs?.jwt?.[0] } } };
    },
  });

const open = () => openFaultWorld({}, { env: { BATCH_SIZE: '2', CREDENTIAL_BATCHES: '1' } });

explained('credential request', open, [
  { fault: 'token_missing', run: preAuthorized },
  { fault: 'token_unknown', both: true, run: preAuthorized },
  { fault: 'token_in_query', run: preAuthorized },
  { fault: 'token_format', run: preAuthorized },
  { fault: 'token_scheme', run: preAuthorized },
  { fault: 'external_token_unexpected', run: preAuthorized },
  { fault: 'request_legacy', facts: { presentName: 'credential_configuration_id' }, run: preAuthorized },
  {
    fault: 'request_legacy',
    variant: 'the single proof',
    noted: true,
    facts: { parameter: 'proof', presentName: 'proofs' },
    run: draft,
  },
  { fault: 'credential_not_named', run: preAuthorized },
  { fault: 'configuration_unknown', facts: { received: 'no-such-configuration' }, run: preAuthorized },
  { fault: 'identifier_unknown', facts: { received: 'no-such-identifier' }, run: preAuthorized },
  { fault: 'configuration_not_covered', facts: { configurationIds: ['pid'] }, run: preAuthorized },
  { fault: 'encryption_parameters', facts: { parameter: 'jwk' }, run: preAuthorized },
  { fault: 'encryption_required', run: whereRequired },
  { fault: 'encryption_key_unknown', run: encrypting },
  { fault: 'encryption_decrypt', run: encrypting },
  { fault: 'encryption_content', run: encrypting },
  {
    fault: 'credentials_exhausted',
    facts: { configurationId: 'pid', count: 3, most: 2 },
    run: takes({ flow: 'pre_authorized_code' }, { times: 3 }),
  },
  { fault: 'token_revoked', waits: true, run: takes() },
  { fault: 'token_expired', waits: true, run: preAuthorized },
]);
