/** Members of the type metadata of a credential that confirms payments (EUDI TS12 1.0.1, 4.1). */
import { closed, open } from '../http/schema-parts.ts';

/** The category by which wallets recognise such a credential. */
export const SCA_CATEGORY = 'urn:eu:europa:ec:eudi:sua:sca';

const address = { type: 'string', minLength: 1, maxLength: 2048 } as const;
const integrity = { type: 'string', minLength: 1, maxLength: 512 } as const;

/** One text in several languages. @param title its name in the API description */
function label<const Title extends string>(title: Title, maxLength: number) {
  const item = open(title, ['lang', 'value'], {
    lang: { type: 'string', minLength: 1 },
    value: { type: 'string', minLength: 1, maxLength },
  });
  return { type: 'array', minItems: 1, maxItems: 50, items: item } as const;
}

const button = label('ButtonText', 30);
const hint = label('HintText', 250);

const uiLabels = {
  ...open(
    'ConfirmationTexts',
    ['affirmative_action_label'],
    {
      affirmative_action_label: button,
      denial_action_label: button,
      transaction_title: label('TitleText', 50),
      security_hint: hint,
    },
    { description: 'Texts of the page on which the user confirms, each as `[{"lang", "value"}]`' },
  ),
  additionalProperties: hint,
} as const;

const claim = open(
  'TransactionDataClaim',
  ['path'],
  {
    path: { type: 'array', minItems: 1, items: { type: ['string', 'integer', 'null'] } },
    visualisation: { type: 'integer', enum: [1, 2, 3, 4] },
    display: {
      type: 'array',
      items: open('TransactionDataLabel', ['lang', 'label'], {
        lang: { type: 'string' },
        label: { type: 'string' },
        description: { type: 'string' },
      }),
    },
  },
  { description: 'A member of the payload with its names, and how prominently wallets show it: 1 is the most' },
);

const transactionDataType = closed('TransactionDataType', [], {
  schema: {
    anyOf: [{ type: 'string', minLength: 1 }, open('PayloadSchema', [], { $schema: { type: 'string' } })],
    description: 'JSON Schema of `payload`, or the name of a type whose schema wallets know',
  },
  schema_uri: address,
  'schema_uri#integrity': integrity,
  claims: { type: 'array', items: claim },
  claims_uri: address,
  'claims_uri#integrity': integrity,
  ui_labels: uiLabels,
  ui_labels_uri: address,
  'ui_labels_uri#integrity': integrity,
});

export const scaTypeMembers = {
  category: {
    type: 'string',
    description: `\`${SCA_CATEGORY}\` for a credential that confirms payments (EUDI TS12)`,
  },
  transaction_data_types: {
    type: 'object',
    maxProperties: 20,
    description: 'By type of `transaction_data` that the credential confirms: its schema, its labels, and its texts',
    additionalProperties: transactionDataType,
  },
} as const;
