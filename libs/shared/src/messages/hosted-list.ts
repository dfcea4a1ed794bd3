/** Bodies of the lists of trusted entities that a tenant publishes (ETSI TS 119 602, 6.3 to 6.6). */
import { closed, patterns } from '../http/schema-parts.ts';
import type { Static } from '../http/static-type.ts';

/** The lists of Europe that a tenant can publish. */
const EU_LISTS = [
  'pid-providers',
  'wallet-providers',
  'access-certificate-authorities',
  'registration-certificate-providers',
  'public-body-attestation-providers',
  'registrars',
] as const;

const lang = {
  type: 'string',
  maxLength: 35,
  pattern: patterns.languageTag,
  description: 'Language (BCP 47)',
} as const;
const words = { type: 'string', minLength: 1, maxLength: 1000 } as const;
const url = { type: 'string', maxLength: 2048, format: 'http-url' } as const;
const country = { type: 'string', pattern: '^[A-Z]{2}$', description: 'Country (ISO 3166-1 alpha-2)' } as const;

function several<const Item extends object>(items: Item) {
  return { type: 'array', minItems: 1, maxItems: 30, items } as const;
}

const texts = several(closed('TextInLanguage', ['lang', 'value'], { lang, value: words }));
const links = several(closed('LinkInLanguage', ['lang', 'uri'], { lang, uri: url }));
const contacts = several(
  closed('ContactInLanguage', ['lang', 'uri'], {
    lang,
    uri: {
      type: 'string',
      maxLength: 500,
      pattern: '^(mailto:[^@\\s]+@[^@\\s]+|tel:\\+?[0-9-]+|https?://[!-~]+)$',
      description: 'Address with mailto:, tel:, https: or http:',
    },
  }),
);
const addresses = several(
  closed('PostalAddress', ['lang', 'street', 'country'], {
    lang,
    street: words,
    locality: words,
    region: words,
    postalCode: words,
    country,
  }),
);

const revision = {
  type: 'integer',
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'Revision of the list that this changes; 0 for a new list',
} as const;
const serviceType = { ...url, description: 'Service type of a list that is not one of Europe' } as const;

// Parts of the examples.
const english = (value: string) => [{ lang: 'en', value }];
const mail = (address: string) => [{ lang: 'en', uri: `mailto:${address}` }];
const street = [{ lang: 'en', street: 'Street 1', country: 'DE' }];

/** Seconds. */
const HOUR = 3600;
const DAY = 24 * HOUR;

export const hostedListSchema = closed(
  'HostedListBody',
  ['revision', 'list', 'operator', 'name', 'information', 'policy'],
  {
    revision,
    list: {
      anyOf: [{ enum: EU_LISTS }, url],
      description: 'What the list is of, or the type of another list. It cannot change',
    },
    issuance: { ...serviceType, description: 'Type of services that issue, of a list that is not one of Europe' },
    revocation: { ...serviceType, description: 'Type of services that sign the status of credentials, for both' },
    approach: { ...url, description: "How an entity's status is determined, for both" },
    rules: { ...links, description: 'Rules of the community, for both' },
    territory: { ...country, description: 'Country of the scheme, for both. European lists have EU' },
    operator: closed('HostedListOperator', ['name', 'addresses', 'contacts'], { name: texts, addresses, contacts }),
    name: { ...texts, description: 'Name of the scheme' },
    information: { ...links, description: 'Address of the scheme description' },
    policy: { ...links, description: 'Policy or legal notice' },
    updateInterval: {
      type: 'integer',
      minimum: HOUR,
      maximum: 180 * DAY,
      description: 'Seconds until the next update; a new version is signed after half of them. Default: 30 days',
    },
    nextSigners: {
      type: 'string',
      maxLength: 65_536,
      description: 'PEM of certificates that will sign later versions: the list announces them',
    },
  },
  {
    example: {
      revision: 0,
      list: 'pid-providers',
      operator: { name: english('Federal Agency'), addresses: street, contacts: mail('lists@agency.example') },
      name: english('DE:providers of PIDs'),
      information: [{ lang: 'en', uri: 'https://agency.example/scheme' }],
      policy: [{ lang: 'en', uri: 'https://agency.example/policy' }],
    },
  },
);

export const hostedEntitySchema = closed(
  'HostedEntityBody',
  ['revision', 'id', 'name', 'addresses', 'contacts', 'services'],
  {
    revision,
    id: { type: 'string', pattern: '^[a-z0-9][a-z0-9-]{0,63}$', description: 'Your id of the entity' },
    name: { ...texts, description: 'The organisation in its certificates' },
    tradeName: texts,
    addresses,
    contacts,
    information: { ...links, description: 'Address of the entity description' },
    services: several(
      closed('HostedServiceBody', ['purpose', 'name', 'certificates'], {
        purpose: {
          type: 'string',
          enum: ['issuance', 'revocation'],
          description: "`revocation`: its certificates sign only the status of the entity's credentials",
        },
        name: texts,
        certificates: { type: 'string', maxLength: 65_536, description: 'PEM' },
        status: {
          type: 'string',
          enum: ['notified', 'withdrawn'],
          description: 'Required in lists of public bodies, not allowed in others',
        },
        addresses: { ...several(url), description: 'Addresses of the service; required for a register' },
      }),
    ),
  },
  {
    example: {
      revision: 1,
      id: 'ministry',
      name: english('Ministry'),
      addresses: street,
      contacts: mail('pid@ministry.example'),
      services: [
        {
          purpose: 'issuance',
          name: english('PIDs'),
          certificates: '-----BEGIN CERTIFICATE-----\nMIIB...\n-----END CERTIFICATE-----\n',
        },
      ],
    },
  },
);

const { revision: _ofList, ...scheme } = hostedListSchema.properties;
const { revision: _ofEntity, ...entity } = hostedEntitySchema.properties;

/** A list with its entities, as an export has it. */
export const wholeHostedListSchema = closed(
  'WholeHostedList',
  ['id', 'list', 'operator', 'name', 'information', 'policy', 'entities'],
  {
    id: { type: 'string', pattern: '^[a-z0-9][a-z0-9-]{0,63}$', description: 'Its name in the address' },
    ...scheme,
    entities: {
      type: 'array',
      maxItems: 500,
      items: closed('WholeHostedEntity', ['id', 'name', 'addresses', 'contacts', 'services'], entity),
    },
  },
);

export type WholeHostedList = Static<typeof wholeHostedListSchema>;
export type HostedListBody = Static<typeof hostedListSchema>;
export type HostedEntityBody = Static<typeof hostedEntitySchema>;
