/** Part of `npm run lint`: which sources may reach the documents of all tenants. */

/** The files that may use `overAllTenants`, and what they do across tenants. Operations of a request are never listed. */
export const overAllTenantsFor = {
  'libs/european-trust/src/acme/challenge-answers.ts':
    'answers an authority, whose request contains a token and no tenant',
  'libs/shared/src/metrics/watch-store.ts': 'the age of the oldest delivery that is due',
  'libs/shared/src/runtime/relays.ts': 'publishes the outboxes',
  'operator/src/after-restore/after-restore.ts': 'ends the sessions and sign-ins of a restored store',
  'operator/src/after-restore/restored-store.ts': 'checks the master key against every data key',
  'services/gateway/src/audit/audit-retention.ts': 'removes old audit records',
  'services/gateway/src/authenticate/client-of.ts': 'finds the client of a login, which names its tenant',
  'services/gateway/src/sessions/end-dry-run.ts': 'ends dry runs that were cut off',
  'services/gateway/src/bundles/continue-applies.ts': 'completes bundles whose process has ended',
  'services/gateway/src/events/event-retention.ts': 'removes old events',
  'services/gateway/src/login/login-retention.ts': 'removes ended logins and the claims presented for them',
  'services/gateway/src/overview/activity-retention.ts': 'removes old counts',
  'services/gateway/src/sign-in/remove-ended.ts': 'removes ended sign-ins of the console',
  'services/gateway/src/idempotency/call-retention.ts': 'removes calls that were kept for 24 hours',
  'services/gateway/src/sessions/purge.ts': 'removes old sessions',
  'services/gateway/src/trace/trace-retention.ts': 'removes old unmatched requests, and traces without a session',
  'services/issuer/src/hosting/after-restore.ts': 'raises the numbers of published lists after a restore',
  'services/issuer/src/hosting/sign-hosted-lists.ts': 'signs published lists again by the clock',
  'services/issuer/src/session/end-by-time.ts': 'ends issuances by the clock',
  'services/issuer/src/session/one-active.ts': 'revokes credentials that a newer one has replaced',
  'services/issuer/src/session/remove-ended-refresh.ts': 'removes ended refresh tokens by the clock',
  'services/issuer/src/session/revoke-superseded.ts': 'revokes older credentials by the mark of their renewal',
  'services/status/src/after-restore.ts': 'closes the status lists of a restored store',
  'services/status/src/revocation/revocation-chain.ts':
    'checks whether wallets and keys that have credentials are revoked',
  'services/verifier/src/session/end-unanswered.ts': 'ends presentation requests by the clock',
  'services/verifier/src/transaction/authentication-code.ts': 'forgets authentication codes of expired credentials',
  'services/webhook-dispatcher/src/delivery/deliver.ts': 'delivers what is due',
  'services/webhook-dispatcher/src/delivery/due.ts': 'finds what is due',
  'services/webhook-dispatcher/src/delivery/retention.ts': 'removes old deliveries',
  'services/webhook-dispatcher/src/delivery/sweep.ts': 'makes deliveries whose event was lost',
};

/** They define both handles. */
const doors = ['libs/shared/src/store/of-tenant.ts', 'libs/shared/src/store/over-all-tenants.ts'];

const cast = /\bas (?:unknown as )?(?:Tenant)?Collection</;

/**
 * The errors in one source.
 * @param {string} file path from the root, with slashes
 * @param {string} text
 * @returns {string[]}
 */
export function tenantFindings(file, text) {
  if (!/^(libs|services|operator)\/.*\bsrc\//.test(file) || doors.includes(file)) return [];
  const found = [];
  const allowed = Object.hasOwn(overAllTenantsFor, file);
  const used = /from '[^']*\/over-all-tenants(\.ts)?'|import\([^)]*over-all-tenants/.test(text);
  if (used && !allowed) {
    found.push(
      'only what works for no tenant uses overAllTenants (scripts/tenant-access.mjs); ofTenant is for requests',
    );
  }
  if (!used && allowed) found.push('no longer uses overAllTenants: remove it from scripts/tenant-access.mjs');
  if (cast.test(text)) found.push('a cast of a collection passes by the tenant: ofTenant opens it');
  return found;
}

/** The listed files that no longer exist. @param {Iterable<string>} files paths from the root of all sources */
export function missingFiles(files) {
  const present = new Set(files);
  return Object.keys(overAllTenantsFor).filter((file) => !present.has(file));
}
