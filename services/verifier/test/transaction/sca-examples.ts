/** Entries of strong customer authentication, made of the examples in the published schemas and texts. */
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { ScaType } from '@countersign/shared/openid4vp/sca-payloads';

const transaction_id = '8D8AC610-566D-4EF0-9C22-186B2A5ED793';
const date_time = '2025-11-13T20:20:39+00:00';
const third = { legal_name: 'Pay Agent Ltd', brand_name: 'Pay Agent', domain_name: 'agent.example' };

const payment = {
  transaction_id,
  date_time,
  payee: {
    name: 'Shop',
    id: 'DE02100100109307118603',
    logo: 'https://shop.example/logo.svg',
    website: 'https://shop.example',
  },
  pisp: third,
  currency: 'EUR',
  amount: 19.99,
  amount_estimated: false,
  amount_earmarked: true,
  sct_inst: false,
  recurrence: {
    start_date: '2030-01-01T00:00:00Z',
    end_date: '2031-01-01T00:00:00Z',
    number: 12,
    frequency: 'MNTH',
    mit_options: {
      amount_variable: true,
      min_amount: 1,
      max_amount: 30.5,
      total_amount: 240,
      initial_amount: 0.99,
      initial_amount_number: 2,
      apr: 3.125,
    },
  },
};

/** Every member that a type has. */
export const scaExamples = {
  'urn:eudi:sca:payment:1': payment,
  'urn:eudi:sca:login_risk_transaction:1': {
    transaction_id,
    date_time,
    service: 'Superbank Onlinebanking',
    action: 'Login to your online account.',
  },
  'urn:eudi:sca:account_access:1': {
    transaction_id,
    date_time,
    aisp: third,
    description: "Grant access to the account's data.",
  },
  'urn:eudi:sca:emandate:1': {
    transaction_id,
    date_time,
    start_date: date_time,
    end_date: '2025-12-13T20:20:39+00:00',
    reference_number: 'A-98765',
    creditor_id: 'FR14ZZZ001122334455',
    purpose: 'Pay monthly bill',
    payment_payload: payment,
  },
} as const satisfies Record<ScaType, JsonObject>;

/** An entry that `pid` confirms. */
export function scaEntry(type: ScaType, change: JsonObject = {}): JsonObject {
  return {
    type,
    credential_ids: ['pid'],
    transaction_data_hashes_alg: ['sha-256'],
    payload: scaExamples[type],
    ...change,
  };
}
