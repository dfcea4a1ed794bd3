/** Routes of keys and trust anchors. */
import {
  keysSchema,
  rotatedKeySchema,
  trustAnchorBodySchema,
  trustOfPurposeSchema,
  trustSchema,
} from '../schemas/key-schemas.ts';
import { emptySchema } from '../schemas/response-schemas.ts';
import { management } from './kinds.ts';
import type { Route } from './route.ts';

export const keyRoutes: readonly Route[] = [
  management({
    operation: 'issuer.keys',
    task: 'keys',
    service: 'issuer',
    method: 'GET',
    paths: { shared: ['/keys'] },
    role: 'viewer',
    audit: { action: 'keys.read' },
    summary: 'Keys by purpose: state, age, certificate, and where the private key is',
    response: keysSchema,
  }),
  management({
    operation: 'issuer.key.rotate',
    task: 'keys',
    service: 'issuer',
    method: 'POST',
    paths: { shared: ['/keys/{purpose}/rotate'] },
    role: 'admin',
    audit: { action: 'key.rotated' },
    summary: 'Make the next key of a purpose: published at once, used ten minutes later (a CA: 30 days)',
    response: rotatedKeySchema,
  }),
  management({
    operation: 'issuer.trust',
    task: 'keys',
    service: 'issuer',
    method: 'GET',
    paths: { shared: ['/trust'] },
    role: 'viewer',
    audit: { action: 'trust.read' },
    summary: 'Trust anchors by purpose: subject, end, and what issuers under them may issue',
    response: trustSchema,
  }),
  management({
    operation: 'issuer.trust.put',
    task: 'keys',
    service: 'issuer',
    method: 'POST',
    paths: { shared: ['/trust/{purpose}'] },
    request: trustAnchorBodySchema,
    role: 'admin',
    audit: { action: 'trust.written' },
    summary: 'Store CA certificates that the tenant trusts, under an id; they replace those of the same id and purpose',
    response: trustOfPurposeSchema,
  }),
  management({
    operation: 'issuer.trust.delete',
    task: 'keys',
    service: 'issuer',
    method: 'DELETE',
    paths: { shared: ['/trust/{purpose}/{id}'] },
    role: 'admin',
    audit: { action: 'trust.removed' },
    summary: 'Delete stored trust anchors; those of files stay',
    response: emptySchema,
  }),
];
