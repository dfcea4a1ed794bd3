/** The description of `rights` in `tenant.json`: the page where users see and erase their stored data. */
import { configurationId } from './listed-members.ts';

const email = { type: 'string', minLength: 3, maxLength: 254, pattern: '^[^\\s@:]+@[^\\s@]+$' } as const;
const phone = { type: 'string', minLength: 3, maxLength: 40, pattern: '^\\+?[0-9 ()/-]+$' } as const;
const uri = { type: 'string', minLength: 9, maxLength: 2048, pattern: '^https://\\S+$' } as const;
const name = { type: 'string', minLength: 1, maxLength: 200 } as const;

const contact = (description: string) =>
  ({
    type: 'object',
    minProperties: 1,
    properties: { name, email, phone, uri },
    additionalProperties: false,
    description,
  }) as const;

export const rightsMember = {
  type: 'object',
  required: ['presentation', 'from', 'authority'],
  properties: {
    presentation: {
      ...configurationId,
      description: 'Id of the presentation configuration that users present with',
    },
    from: {
      type: 'array',
      minItems: 1,
      maxItems: 10,
      items: { type: 'array', minItems: 1, maxItems: 8, items: { type: 'string', minLength: 1 } },
      description:
        'Paths of the claims that distinguish people; each is required. At least one should be unique to one person, such as `personal_administrative_number`',
    },
    contact: contact('Whom a person can ask instead'),
    authority: contact('The data protection authority'),
    callbacks: {
      type: 'array',
      maxItems: 20,
      uniqueItems: true,
      items: { type: 'string', minLength: 9, maxLength: 256, pattern: '^https://[^/?#\\s@]+$' },
      description: "Origins, such as `https://wallet.example`, that a wallet's `callback_url` may lead back to",
    },
  },
  additionalProperties: false,
  description:
    'The page `/rights`: users see and erase their stored data, by wallet. Without it no pseudonyms of users are stored',
  finding:
    'rights needs presentation, from (paths of claims) and authority with at least one of name, email, phone and uri (https), and may contain contact and callbacks, a list of https origins',
} as const;
