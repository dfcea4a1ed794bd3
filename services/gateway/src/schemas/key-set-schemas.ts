/** JSON Schemas of key sets, for the API description. Answers may gain fields: they are open. */
import { choice, closed, dateTime, open, text } from '@countersign/shared/http/schema-parts';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { keyState } from './key-schemas.ts';

const keyProperties = {
  set: text,
  purpose: choice('SetKeyPurpose', ['credential', 'request', 'metadata', 'mdoc'], 'What the key signs'),
  kid: { ...text, description: 'RFC 7638 thumbprint' },
  state: keyState,
  createdAt: dateTime,
  usedFrom: { ...dateTime, description: 'Time when it starts signing' },
  chain: { ...text, description: 'Certificates in PEM, leaf first' },
} as const;
const KEY = ['set', 'purpose', 'kid', 'state', 'createdAt'] as const;

export const setKeySchema: JsonObject = open('SetKey', KEY, keyProperties);

export const requestedKeySchema: JsonObject = open('RequestedKey', [...KEY, 'request'], {
  ...keyProperties,
  request: { ...text, description: 'Certificate request (PKCS #10) in PEM, for the authority' },
});

const name = { ...text, minLength: 1, maxLength: 64 } as const;
const addresses = { type: 'array', maxItems: 10, uniqueItems: true } as const;
const ascii = { ...text, minLength: 1, maxLength: 255, pattern: '^[!-~]+$' } as const;

export const keySetSubjectSchema: JsonObject = closed(
  'CertificateSubject',
  ['commonName'],
  {
    commonName: { ...name, description: "Name that users see: the organization's or the service's" },
    country: { ...text, pattern: '^[A-Z]{2}$' },
    organization: name,
    organizationalUnit: name,
    organizationIdentifier: { ...name, description: 'ETSI EN 319 412-1, such as NTRDE-HRB123456' },
    givenName: name,
    surname: name,
    pseudonym: name,
    serialNumber: { ...name, pattern: "^[A-Za-z0-9 '()+,./:=?-]+$", description: 'Identifier of a natural person' },
    uris: { ...addresses, items: { ...ascii, pattern: '^[a-z][a-z0-9+.-]*:[!-~]+$' }, description: 'Contacts' },
    emails: { ...addresses, items: { ...ascii, pattern: '^[!-?A-~]+@[A-Za-z0-9.-]+$' }, description: 'Contacts' },
    telephones: { ...addresses, items: { ...text, pattern: '^[+]?[0-9() /.-]{3,32}$' }, description: 'Contacts' },
    hosts: { ...addresses, items: { ...ascii, pattern: '^[A-Za-z0-9.-]+$' }, description: 'Host names' },
  },
  {
    example: {
      country: 'DE',
      organization: 'Example Shop AG',
      organizationIdentifier: 'NTRDE-HRB123456',
      commonName: 'Example Shop',
      uris: ['https://shop.example/support'],
    },
  },
);

export const keySetChainSchema: JsonObject = closed(
  'CertificateChainBody',
  ['pem'],
  {
    pem: {
      ...text,
      minLength: 1,
      maxLength: 65_536,
      description: 'Certificates in PEM, leaf first, at most 4, without the root',
    },
  },
  { example: { pem: '-----BEGIN CERTIFICATE-----\nMIIB...\n-----END CERTIFICATE-----\n' } },
);
