import { explained } from './explained.ts';
import { openFaultWorld, takes } from './fault-world.ts';

const PRE_AUTHORIZED = { flow: 'pre_authorized_code' };
const TX_CODE = { ...PRE_AUTHORIZED, tx_code: true };

explained('token endpoint', () => openFaultWorld(), [
  { fault: 'grant_type', facts: { received: 'password' }, run: takes() },
  { fault: 'parameter_missing', facts: { parameter: 'code' }, run: takes() },
  { fault: 'code_unknown', run: takes() },
  { fault: 'code_replaced', run: takes() },
  { fault: 'code_used', both: true, facts: { state: 'token_issued' }, run: takes() },
  {
    fault: 'code_client',
    facts: { expected: 'https://wallet.example', received: 'https://other-wallet.example' },
    run: takes(),
  },
  {
    fault: 'code_redirect_uri',
    facts: { expected: 'https://wallet.example/callback', received: 'https://wallet.example/other' },
    run: takes(),
  },
  { fault: 'pkce_verifier', run: takes() },
  { fault: 'scope_exceeded', run: takes() },
  { fault: 'resource', facts: { received: 'https://issuer.example/vci/credential' }, run: takes() },
  { fault: 'pre_authorized_code_unknown', run: takes(PRE_AUTHORIZED) },
  { fault: 'pre_authorized_code_used', facts: { state: 'token_issued' }, run: takes(PRE_AUTHORIZED) },
  { fault: 'tx_code_unexpected', run: takes(PRE_AUTHORIZED) },
  { fault: 'tx_code_missing', run: takes(TX_CODE) },
  { fault: 'tx_code_wrong', facts: { attemptsLeft: 4 }, run: takes(TX_CODE) },
  { fault: 'tx_code_locked', run: takes(TX_CODE) },
  { fault: 'code_expired', waits: true, facts: { expiredSeconds: (late) => Number(late) > 3000 }, run: takes() },
  { fault: 'pre_authorized_code_expired', waits: true, run: takes(PRE_AUTHORIZED) },
]);
