import { configurationOf } from '../support/haip.ts';
import { explained } from './explained.ts';
import { type FaultWorld, openFaultWorld, takes, under } from './fault-world.ts';

const CLIENT = 'https://wallet.example';
const REDIRECT = 'https://wallet.example/callback';

/** A wallet that its provider attests. */
const attested = takes(
  { credentialConfigurationIds: ['attested'] },
  { wallet: ({ provider }) => ({ attester: provider }) },
);

/** A wallet that is registered for the time of its run. */
const registered = under(registration, takes({}, { wallet: ({ clientKey }) => ({ clientKey }) }));

function registration({ clientKey }: FaultWorld) {
  const jwks = { keys: [{ ...clientKey.publicJwk, kid: 'c', use: 'sig', alg: 'ES256' }] };
  const clients = [{ client_id: CLIENT, redirect_uris: [REDIRECT], jwks }];
  return {
    'wallets.json': { during: { public_clients: true, clients }, after: { public_clients: true, clients: [] } },
  };
}

const underHaip = under(
  () => ({ 'tenant.json': { during: { profile: 'haip' }, after: { profile: 'open' } } }),
  attested,
);

const open = () =>
  openFaultWorld(
    { 'issuance/attested.json': configurationOf('attested') },
    { env: { CLIENT_ATTESTATION_MAX_AGE: '86400', CLIENT_ATTESTATION_DPOP: 'true' } },
  );

explained('client authentication', open, [
  { fault: 'client_unknown', facts: { clientId: 'https://other-wallet.example' }, run: registered },
  {
    fault: 'redirect_uri',
    facts: { expectedAny: [REDIRECT], received: 'https://wallet.example/other' },
    run: registered,
  },
  { fault: 'client_assertion_type', run: registered },
  { fault: 'client_assertion_format', run: registered },
  { fault: 'client_assertion_issuer', facts: { received: 'https://vendor.example' }, run: registered },
  { fault: 'client_assertion_signature', both: true, facts: { clientId: CLIENT }, run: registered },
  { fault: 'client_assertion_audience', facts: { received: /\/authorize\/par$/ }, run: registered },
  { fault: 'client_assertion_expired', facts: { expiredSeconds: (late) => Number(late) >= 60 }, run: registered },
  { fault: 'client_assertion_time', facts: { offsetSeconds: (ahead) => Number(ahead) > 1700 }, run: registered },
  { fault: 'client_assertion_jti', run: registered },
  { fault: 'client_assertion_replayed', run: registered },
  { fault: 'client_methods', run: attested },
  { fault: 'client_attestation_missing', run: attested },
  { fault: 'client_attestation_pop_key', facts: { receivedJkt: /^[\w-]{43}$/ }, run: attested },
  { fault: 'client_attestation_format', facts: { received: 'JWT' }, run: attested },
  { fault: 'client_attestation_signature', run: attested },
  {
    fault: 'client_attestation_untrusted',
    both: true,
    facts: { subject: /provider\.example/, sha256: /^[0-9a-fA-F:]{64,95}$/, place: /wallet-providers/ },
    run: attested,
  },
  { fault: 'client_attestation_expired', facts: { expiredSeconds: (late) => Number(late) >= 60 }, run: attested },
  { fault: 'client_attestation_time', facts: { offsetSeconds: (ahead) => Number(ahead) > 1700 }, run: attested },
  { fault: 'client_attestation_age', run: attested },
  {
    fault: 'client_attestation_client',
    facts: { expected: CLIENT, received: 'https://other-wallet.example' },
    run: attested,
  },
  { fault: 'client_attestation_pop', run: attested },
  { fault: 'client_attestation_pop_audience', facts: { received: /\/authorize\/par$/ }, run: attested },
  { fault: 'client_attestation_pop_time', facts: { offsetSeconds: (behind) => Number(behind) < -1700 }, run: attested },
  { fault: 'client_attestation_pop_replayed', run: attested },
  { fault: 'client_attestation_challenge', noted: true, run: attested },
  { fault: 'wallet_instance', run: attested },
  { fault: 'client_authentication_missing', run: underHaip },
]);
