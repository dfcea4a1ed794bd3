/**
 * THE route table: every path of both API shapes. Authentication, limits, status codes, error style, the API
 * description and the management tests all come from here. A new route needs only a row.
 */

import { bundleRoutes } from './bundles.ts';
import { dryRunRoutes } from './dry-run.ts';
import { hostedListRoutes } from './hosted-lists.ts';
import { issuanceRoutes } from './issuance.ts';
import { keyRoutes } from './keys.ts';
import { loginRoutes } from './login.ts';
import { ownRoutes } from './own.ts';
import { pageRoutes } from './pages.ts';
import { deliveryRoutes, presentationRoutes, statusRoutes } from './presentation.ts';
import { registrationRoutes } from './registration.ts';
import { rightsRoutes } from './rights.ts';
import type { Route, RoutePaths } from './route.ts';
import { schemeRoutes } from './schemes.ts';
import { signInRoutes } from './sign-in.ts';
import { tenantPartRoutes } from './tenant-parts.ts';
import { tenantRoutes } from './tenants.ts';
import { transferRoutes } from './transfer.ts';
import { statusListRoutes, webhookRoutes } from './webhooks.ts';

export const routes: readonly Route[] = [
  ...issuanceRoutes,
  ...presentationRoutes,
  ...dryRunRoutes,
  ...transferRoutes,
  ...bundleRoutes,
  ...schemeRoutes,
  ...statusRoutes,
  ...deliveryRoutes,
  ...keyRoutes,
  ...hostedListRoutes,
  ...registrationRoutes,
  ...tenantPartRoutes,
  ...webhookRoutes,
  ...statusListRoutes,
  ...ownRoutes,
  ...pageRoutes,
  ...tenantRoutes,
  ...signInRoutes,
  ...loginRoutes,
  ...rightsRoutes,
];

/** Which variants a path belongs to: one, both, or none. */
export type PathOwner = keyof RoutePaths;

/** Every path of the table with its row. */
export function allPaths(): readonly { readonly route: Route; readonly owner: PathOwner; readonly path: string }[] {
  const owners: readonly PathOwner[] = ['a', 'b', 'shared', 'global'];
  return routes.flatMap((route) =>
    owners.flatMap((owner) => (route.paths[owner] ?? []).map((path) => ({ route, owner, path }))),
  );
}
