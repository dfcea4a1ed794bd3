/** Routes of bundles: the part of a tenant's configuration that a repository owns. */
import * as bundles from '../schemas/bundle-schemas.ts';
import { emptySchema } from '../schemas/response-schemas.ts';
import { KIB, management } from './kinds.ts';
import type { Route } from './route.ts';

const of = { task: 'configurations', service: 'gateway' } as const;

export const bundleRoutes: readonly Route[] = [
  management({
    ...of,
    role: 'viewer',
    operation: 'gateway.bundle.list',
    method: 'GET',
    paths: { shared: ['/configurations/bundles'] },
    audit: { action: 'bundles.read' },
    summary: 'Bundles of configurations that were applied, and what each owns',
    response: bundles.bundlesSchema,
  }),
  management({
    ...of,
    role: 'admin',
    operation: 'gateway.bundle.plan',
    method: 'POST',
    paths: { shared: ['/configurations/plan'] },
    request: bundles.bundlePlanRequestSchema,
    success: { json: 200 },
    bodyLimit: KIB * KIB,
    audit: { action: 'bundle-plan.read' },
    summary: 'What applying a bundle would create, change and delete; nothing is written',
    response: bundles.bundlePlanSchema,
  }),
  management({
    ...of,
    role: 'admin',
    operation: 'gateway.bundle.apply',
    method: 'POST',
    paths: { shared: ['/configurations/apply'] },
    request: bundles.bundleApplySchema,
    success: { json: 200 },
    bodyLimit: KIB * KIB,
    audit: { action: 'bundle.applied' },
    summary: 'Apply a bundle as planned: all of it, or nothing',
    response: bundles.bundlePlanSchema,
  }),
  management({
    ...of,
    role: 'admin',
    operation: 'gateway.bundle.release',
    method: 'DELETE',
    paths: { shared: ['/configurations/bundles/{id}'] },
    audit: { action: 'bundle.released' },
    summary: 'Forget a bundle: its objects stay, and belong to nobody',
    response: emptySchema,
  }),
];
