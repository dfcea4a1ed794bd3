/** Routes of what a tenant has besides configurations: registered wallets, display, images. */
import { emptySchema } from '../schemas/response-schemas.ts';
import * as parts from '../schemas/tenant-part-schemas.ts';
import { management } from './kinds.ts';
import type { Route } from './route.ts';

export const tenantPartRoutes: readonly Route[] = [
  management({
    operation: 'issuer.wallets.get',
    service: 'issuer',
    method: 'GET',
    paths: { shared: ['/configurations/wallets'] },
    role: 'viewer',
    audit: { action: 'wallets.read' },
    summary: 'Registered wallets of the tenant, and whether others may take part',
    response: parts.walletsSchema,
  }),
  management({
    operation: 'issuer.wallets.put',
    service: 'issuer',
    method: 'POST',
    paths: { shared: ['/configurations/wallets'] },
    request: parts.walletsBodySchema,
    role: 'admin',
    audit: { action: 'wallets.written' },
    summary: 'Store the registered wallets; they replace those before, and wallets.json of the root folder',
    response: parts.walletsSchema,
  }),
  management({
    operation: 'issuer.wallets.delete',
    service: 'issuer',
    method: 'DELETE',
    paths: { shared: ['/configurations/wallets'] },
    role: 'admin',
    audit: { action: 'wallets.removed' },
    summary: 'Delete the stored registrations; wallets.json of the root folder comes back',
    response: emptySchema,
  }),
];
