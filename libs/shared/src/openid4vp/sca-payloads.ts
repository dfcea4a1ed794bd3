/**
 * The transaction data of strong customer authentication (EUDI TS12 1.0.1, 4.3): each type with the JSON Schema (draft
 * 2020-12) of its payload. Another version of a type is another row. What a schema can't express is a rule of the
 * verifier.
 */
import type { JsonObject } from '../kernel/json.ts';

const transactionId = { type: 'string', minLength: 1, maxLength: 36 } as const;
const flag = { type: 'boolean' } as const;
const amount = { type: 'number' } as const;
const count = { type: 'integer' } as const;
/** The schemas want a time even if the text speaks of a date, and wallets validate by the schemas. */
const time = { type: 'string', format: 'date-time' } as const;
const address = { type: 'string', format: 'uri' } as const;
const reference = { type: 'string', minLength: 1, maxLength: 50 } as const;

/** A payment or account service of a third party. */
const provider = object(['legal_name', 'brand_name', 'domain_name'], {
  legal_name: { type: 'string' },
  brand_name: { type: 'string' },
  domain_name: { type: 'string' },
});

/** Codes of ISO 20022. */
const frequency = {
  type: 'string',
  enum: ['INDA', 'DAIL', 'WEEK', 'TOWK', 'TWMN', 'MNTH', 'TOMN', 'QUTR', 'FOMN', 'SEMI', 'YEAR', 'TYEA'],
} as const;

const recurrence = object(['frequency'], {
  start_date: time,
  end_date: time,
  number: count,
  frequency,
  mit_options: object([], {
    amount_variable: flag,
    min_amount: amount,
    max_amount: amount,
    total_amount: amount,
    initial_amount: amount,
    initial_amount_number: count,
    apr: amount,
  }),
});

/** 4.3.1 */
const payment = payload(['transaction_id', 'payee', 'currency', 'amount'], {
  transaction_id: transactionId,
  date_time: time,
  payee: object(['name', 'id'], {
    name: { type: 'string' },
    id: { type: 'string' },
    logo: address,
    website: address,
  }),
  pisp: provider,
  execution_date: time,
  currency: { type: 'string', pattern: '^[A-Z]{3}$' },
  amount,
  amount_estimated: flag,
  amount_earmarked: flag,
  sct_inst: flag,
  recurrence,
});

/** 4.3.2 */
const loginOrRisk = payload(['transaction_id', 'action'], {
  transaction_id: transactionId,
  date_time: time,
  service: { type: 'string', maxLength: 100 },
  action: { type: 'string', maxLength: 140 },
});

/** 4.3.3 */
const accountAccess = payload(['transaction_id'], {
  transaction_id: transactionId,
  date_time: time,
  aisp: provider,
  description: { type: 'string', maxLength: 140 },
});

/** 4.3.4 */
const mandate = payload(['transaction_id'], {
  transaction_id: transactionId,
  date_time: time,
  start_date: time,
  end_date: time,
  reference_number: reference,
  creditor_id: reference,
  purpose: { type: 'string', maxLength: 1000 },
  payment_payload: payment,
});

export const scaPayloads = {
  'urn:eudi:sca:payment:1': payment,
  'urn:eudi:sca:login_risk_transaction:1': loginOrRisk,
  'urn:eudi:sca:account_access:1': accountAccess,
  'urn:eudi:sca:emandate:1': mandate,
} as const satisfies Readonly<Record<string, JsonObject>>;

export type ScaType = keyof typeof scaPayloads;

export function isScaType(type: unknown): type is ScaType {
  return typeof type === 'string' && Object.hasOwn(scaPayloads, type);
}

/** Only the payload itself is closed; the objects in it may have more members. */
function payload(required: readonly string[], properties: JsonObject): JsonObject {
  return { ...object(required, properties), additionalProperties: false };
}

function object(required: readonly string[], properties: JsonObject): JsonObject {
  return { type: 'object', ...(required.length === 0 ? {} : { required }), properties };
}
