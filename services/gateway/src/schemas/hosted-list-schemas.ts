/** JSON Schemas of published trust lists, for the API description. Answers may gain fields: they are open. */
import { choice, dateTime, freeObject, freeObjects, open, text } from '@countersign/shared/http/schema-parts';
import type { JsonObject } from '@countersign/shared/kernel/json';

const whole = { type: 'integer', minimum: 0 } as const;

const issue = {
  sequenceNumber: { ...whole, description: 'Rises with each version' },
  issuedAt: dateTime,
  nextUpdate: { ...dateTime, description: 'When the version expires; absent for a closed list' },
  sha256: { ...text, description: "The signed list's, in hexadecimal" },
  bytes: { ...whole, description: 'Size of the signed list' },
} as const;
const ISSUE = ['sequenceNumber', 'issuedAt', 'sha256', 'bytes'] as const;

const revision = { ...whole, description: 'Increases with each change; send it with the next change' } as const;
const entities = { ...whole, description: 'Number of entities' } as const;

const hostedList = {
  id: { ...text, description: 'Name of the list in its address' },
  url: { ...text, description: 'Address of the published list' },
  type: { ...text, description: 'LoTEType' },
  state: choice(
    'HostedListState',
    ['published', 'ended', 'closed'],
    '`ended`: the next version could not be signed in time, and none is served',
  ),
  revision,
  entities,
  ...issue,
} as const;
const LIST = ['id', 'url', 'type', 'state', 'revision', 'entities', ...ISSUE] as const;

const certificate = open('HostedCertificate', ['subject', 'sha256', 'notAfter', 'daysLeft', 'pem'], {
  subject: text,
  sha256: { ...text, description: 'In hexadecimal' },
  notAfter: dateTime,
  daysLeft: { type: 'integer', description: 'Whole days; negative after the end' },
  pem: text,
});

const entity = open('HostedEntity', ['id', 'name', 'addresses', 'contacts', 'services'], {
  id: text,
  name: freeObjects,
  tradeName: freeObjects,
  addresses: freeObjects,
  contacts: freeObjects,
  information: freeObjects,
  services: {
    type: 'array',
    items: open('HostedService', ['purpose', 'name', 'certificates'], {
      purpose: choice('HostedServicePurpose', ['issuance', 'revocation'], 'What its certificates sign'),
      name: freeObjects,
      certificates: { type: 'array', items: certificate },
      addresses: { type: 'array', items: text },
      status: text,
      since: { ...dateTime, description: 'When the status started' },
      history: { ...freeObjects, description: 'Earlier statuses, the newest first' },
    }),
  },
});

export const hostedListsSchema: JsonObject = { type: 'array', items: open('HostedList', LIST, hostedList) };

export const hostedListDetailsSchema: JsonObject = open('HostedListDetails', [...LIST, 'scheme', 'trustedEntities'], {
  ...hostedList,
  scheme: { ...freeObject, description: 'As it was written' },
  trustedEntities: { type: 'array', items: entity },
});

export const hostedVersionsSchema: JsonObject = {
  type: 'array',
  items: open('HostedListVersion', [...ISSUE, 'revision', 'change', 'entities'], {
    ...issue,
    revision,
    change: choice(
      'HostedListChange',
      ['created', 'changed', 'entity-written', 'entity-removed', 'closed', 'signed'],
      '`signed`: the same content, signed again before its next update',
    ),
    entity: { ...text, description: 'Id of the entity that was written or removed' },
    by: { ...text, description: 'Management client; absent: the server' },
    entities,
  }),
};
