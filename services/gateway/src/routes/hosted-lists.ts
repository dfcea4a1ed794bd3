/** Routes of the lists of trusted entities that a tenant publishes. */
import { hostedEntitySchema, hostedListSchema } from '@countersign/shared/messages/hosted-list';
import { hostedListDetailsSchema, hostedListsSchema, hostedVersionsSchema } from '../schemas/hosted-list-schemas.ts';
import { KIB, management, notModified, open, walletPath } from './kinds.ts';
import type { Route } from './route.ts';

const number = { type: 'string', pattern: '^[0-9]{1,15}$' } as const;
const revision = {
  description: 'Revision of the list that this changes',
  schema: number,
  example: '1',
  required: true,
} as const;

const of = { task: 'keys', service: 'issuer' } as const;

export const hostedListRoutes: readonly Route[] = [
  open({
    operation: 'issuer.published-list',
    service: 'issuer',
    paths: walletPath('/trust-lists/{list}'),
    forRelyingParties: true,
    summary: 'List of trusted entities that the tenant publishes, as a signed JWT (ETSI TS 119 602)',
    contentType: 'application/jwt',
    also: notModified,
  }),
  management({
    ...of,
    operation: 'issuer.hosted-list.list',
    method: 'GET',
    paths: { shared: ['/hosted-lists'] },
    role: 'viewer',
    audit: { action: 'hosted-lists.read' },
    summary: 'Trust lists that the tenant publishes: address, number, next update',
    response: hostedListsSchema,
  }),
  management({
    ...of,
    operation: 'issuer.hosted-list.get',
    method: 'GET',
    paths: { shared: ['/hosted-lists/{list}'] },
    role: 'viewer',
    audit: { action: 'hosted-list.read' },
    summary: 'One published trust list with its scheme and entities',
    response: hostedListDetailsSchema,
  }),
  management({
    ...of,
    operation: 'issuer.hosted-list.put',
    method: 'POST',
    paths: { shared: ['/hosted-lists/{list}'] },
    request: hostedListSchema,
    role: 'admin',
    audit: { action: 'hosted-list.written' },
    summary: 'Create a published trust list, or replace its scheme; the next version is published immediately',
    response: hostedListDetailsSchema,
  }),
  management({
    ...of,
    operation: 'issuer.hosted-list.close',
    method: 'DELETE',
    paths: { shared: ['/hosted-lists/{list}'] },
    query: { revision },
    role: 'admin',
    audit: { action: 'hosted-list.closed' },
    summary: 'Close a published trust list: its last version has no entities and no next update',
    response: hostedListDetailsSchema,
  }),
  management({
    ...of,
    operation: 'issuer.hosted-list.entity.put',
    method: 'POST',
    paths: { shared: ['/hosted-lists/{list}/entities'] },
    request: hostedEntitySchema,
    role: 'admin',
    bodyLimit: 512 * KIB,
    audit: { action: 'hosted-entity.written' },
    summary: 'Add an entity to a published trust list, or replace the entity with its id',
    response: hostedListDetailsSchema,
  }),
  management({
    ...of,
    operation: 'issuer.hosted-list.entity.delete',
    method: 'DELETE',
    paths: { shared: ['/hosted-lists/{list}/entities/{entity}'] },
    query: { revision },
    role: 'admin',
    audit: { action: 'hosted-entity.removed' },
    summary: 'Remove an entity from a published trust list',
    response: hostedListDetailsSchema,
  }),
  management({
    ...of,
    operation: 'issuer.hosted-list.versions',
    method: 'GET',
    paths: { shared: ['/hosted-lists/{list}/versions'] },
    role: 'viewer',
    audit: { action: 'hosted-versions.read' },
    summary: 'Versions of a published trust list, the newest first: who changed what, and when',
    query: { before: { description: 'Only versions below this number', schema: number } },
    response: hostedVersionsSchema,
  }),
  management({
    ...of,
    operation: 'issuer.hosted-list.version',
    method: 'GET',
    paths: { shared: ['/hosted-lists/{list}/versions/{number}'] },
    role: 'viewer',
    audit: { action: 'hosted-version.read' },
    summary: 'One version of a published trust list, as signed',
    contentType: 'application/jwt',
  }),
];
