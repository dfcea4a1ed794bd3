/** JSON Schemas of tenants and management clients: what a backend sends, and what it reads. */

import { choice, closed, dateTime, open, text } from '@countersign/shared/http/schema-parts';
import type { Static } from '@countersign/shared/http/static-type';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { roles } from '@countersign/shared/kernel/role';
import { tenantStates } from './tenant-states.ts';

const id = { type: 'string', pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$' } as const;
const name = { type: 'string', minLength: 1, maxLength: 200, description: 'For people' } as const;
const role = { type: 'string', enum: [...roles], description: 'Default admin' } as const;
/** Seconds; a week at most. */
const MAX_OVERLAP = 604_800;

export const tenantRequestSchema = closed(
  'TenantRequest',
  ['id'],
  { id: { ...id, description: "Used in the tenant's URLs; never reused" }, name },
  { example: { id: 'library', name: 'City library' } },
);

export type TenantRequest = Static<typeof tenantRequestSchema>;

export const managedClientRequestSchema = closed(
  'ManagedClientRequest',
  [],
  {
    client_id: {
      ...id,
      // One less than an id: with the prefix of a tenant it is as long as the store allows.
      maxLength: 127,
      description:
        "Default: the tenant's id and random digits. For an administrator of the tenant, the server puts the tenant's id and `~` in front of it",
    },
    role,
    name,
  },
  { example: { role: 'operator', name: 'Counter of the library' } },
);

export type ManagedClientRequest = Static<typeof managedClientRequestSchema>;

export const managedClientChangeSchema = closed(
  'ManagedClientChange',
  [],
  { role: { ...role, description: 'Holds within a second, for tokens too' }, name },
  { example: { role: 'viewer' } },
);

export type ManagedClientChange = Static<typeof managedClientChangeSchema>;

export const clientRotationSchema = closed(
  'ClientRotation',
  [],
  {
    overlap: {
      type: 'integer',
      minimum: 0,
      maximum: MAX_OVERLAP,
      description:
        'Overlap in seconds, in which the previous secret and its tokens are still accepted; 0 ends them immediately. Default: 3600',
    },
  },
  { example: { overlap: 600 } },
);

export type ClientRotation = Static<typeof clientRotationSchema>;

const source = {
  type: 'string',
  enum: ['file', 'api'],
  description: 'file: a folder, clients.json or the environment',
} as const;
const counts = { type: 'object', additionalProperties: { type: 'integer' } } as const;
const state = choice('TenantState', Object.keys(tenantStates), 'State of the tenant');
const TIME = '2026-01-26T09:30:00.000Z';

const receipt = open(
  'TenantReceipt',
  ['requestedBy', 'startedAt', 'endedAt', 'removed', 'kept', 'chain'],
  {
    requestedBy: open('ErasureRequester', ['client', 'tenant'], { client: text, tenant: text, request: text }),
    startedAt: dateTime,
    endedAt: dateTime,
    removed: { ...counts, description: 'Removed documents by collection' },
    kept: { ...counts, description: 'What relying parties need: status lists, and entries that were ever changed' },
    chain: {
      ...text,
      description: 'SHA-256 over the ids of the removed documents, each link over the previous one; base64url',
    },
  },
  { description: 'Proof of an erasure' },
);

export const tenantSchema: JsonObject = open(
  'Tenant',
  ['id', 'source', 'state'],
  {
    id: text,
    name: text,
    source,
    state,
    since: { ...dateTime, description: 'When the state started' },
    createdAt: dateTime,
    hiddenByFiles: { type: 'boolean', description: 'A tenant of files has the same id: that one is served' },
    removed: { ...counts, description: 'While it is erased: removed documents by collection' },
    receipt,
  },
  { example: { id: 'library', name: 'City library', source: 'api', state: 'active', since: TIME, createdAt: TIME } },
);

const clientMembers = {
  client_id: { ...text, description: 'The full id that the client signs in with' },
  role: { type: 'string', enum: [...roles] },
  name: text,
  source,
  createdAt: dateTime,
  updatedAt: dateTime,
  formerSecretUntil: { ...dateTime, description: 'Until then the previous secret is also accepted' },
  locked: { type: 'boolean', description: 'No secret is accepted: rotate it' },
  hiddenByFiles: { type: 'boolean', description: 'A client in files has the same id and takes precedence' },
} as const;
const CLIENT = { client_id: 'library-5f2a81c09d3e', role: 'operator', source: 'api', createdAt: TIME, updatedAt: TIME };

export const managedClientSchema: JsonObject = open('ManagedClient', ['client_id', 'role', 'source'], clientMembers, {
  example: CLIENT,
});

export const managedClientWithSecretSchema: JsonObject = open(
  'ManagedClientWithSecret',
  ['client_id', 'role', 'source', 'client_secret'],
  { ...clientMembers, client_secret: { ...text, description: 'Only this response contains it' } },
  { example: { ...CLIENT, client_secret: 'cs_5b1f09aa_dGhlIHNlY3JldCBvZiB0aGUgY2xpZW50LCBvbmNlIQ' } },
);
