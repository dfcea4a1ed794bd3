/** A bank's payment card, the request to confirm a payment with it, and a customer's wallet. */
import assert from 'node:assert/strict';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { Holder } from '@countersign/wallet/presentation/holder';
import type { HeldCredential } from '@countersign/wallet/presentation/present';
import { WALLETS } from '@countersign/wallet/profiles/habits';
import { Transport } from '@countersign/wallet/sending/transport';
import { makeOffer, PRE_AUTHORIZED_FLOW, type ServerOfA } from './flows.ts';

const label = (path: readonly string[], text: string, visualisation: number) => ({
  path: ['payload', ...path],
  visualisation,
  display: [{ lang: 'en', label: text }],
});

/** What wallets show of a payment, and on their buttons. */
export const cardType = {
  vct: '<PUBLIC_URL>/credentials/vct/card',
  name: 'Payment card',
  category: 'urn:eu:europa:ec:eudi:sua:sca',
  transaction_data_types: {
    'urn:eudi:sca:payment:1': {
      schema: 'urn:eudi:sca:payment:1',
      claims: [
        label(['amount'], 'Amount', 1),
        label(['currency'], 'Currency', 1),
        label(['payee', 'name'], 'To', 1),
        label(['payee', 'id'], 'Account', 3),
        label(['transaction_id'], 'Number', 4),
      ],
      ui_labels: { affirmative_action_label: [{ lang: 'en', value: 'Pay' }] },
    },
  },
};

export const cardConfiguration = {
  config: {
    format: 'dc+sd-jwt',
    vct: '<PUBLIC_URL>/credentials/vct/card',
    scope: 'card',
    display: [{ name: 'Payment card', locale: 'en' }],
  },
  claims: { pan_last_four: '1234' },
  disclosureFrame: { _sd: ['pan_last_four'] },
  vct: cardType,
  lifetime: 86_400,
  revocation_chaining: true,
};

export const paymentQuestion = {
  dcql_query: {
    credentials: [
      {
        id: 'card',
        format: 'dc+sd-jwt',
        meta: { vct_values: ['<PUBLIC_URL>/credentials/vct/card'] },
        claims: [{ path: ['pan_last_four'] }],
      },
    ],
  },
  registrationCert: {
    id: 'registration',
    body: { purpose: [{ locale: 'en', name: 'Confirming a payment' }], privacy_policy: 'https://bank.example/privacy' },
  },
};

export const payment = {
  type: 'urn:eudi:sca:payment:1',
  credential_ids: ['card'],
  transaction_data_hashes_alg: ['sha-256'],
  payload: {
    transaction_id: '8D8AC610-566D-4EF0-9C22-186B2A5ED793',
    payee: { name: 'Shop', id: 'DE02100100109307118603' },
    currency: 'EUR',
    amount: 19.99,
  },
};

/** A payment card in the hands of a wallet. */
export async function holdCard(server: ServerOfA): Promise<HeldCredential> {
  const made = await makeOffer(server, { ...PRE_AUTHORIZED_FLOW, credentialConfigurationIds: ['card'] });
  const { answer, key } = await new Wallet({ issuer: server.url }).receive(made.uri);
  assert.equal(answer.status, 200, answer.text);
  return { credential: answer.json.credentials[0].credential, key };
}

/** A wallet that holds only this card. */
export function holderOf(card: HeldCredential): Holder {
  const now = (): number => Math.floor(Date.now() / 1000);
  return new Holder({
    transport: new Transport({ fetch }),
    habits: WALLETS.plain.presentation,
    now,
    held: () => [card],
  });
}
