/** The transaction code of an offer, as a backend asks for it. */
import { closed } from '@countersign/shared/http/schema-parts';

export const txCode = {
  // Generated clients name the type by it: it stays the same wherever the schema is used.
  title: 'OfferRequestTxCode',
  description: 'true: 6 digits; or what it should look like; or the code itself. Only with a pre-authorized code',
  anyOf: [
    { type: 'boolean', const: true },
    { type: 'string', minLength: 4, maxLength: 32, pattern: '^[\\x21-\\x7e]+$' },
    closed('TransactionCodeForm', [], {
      length: { type: 'integer', minimum: 4, maximum: 32 },
      input_mode: { type: 'string', enum: ['numeric', 'text'] },
      description: { type: 'string', maxLength: 300 },
    }),
  ],
} as const;
