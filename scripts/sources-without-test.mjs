/** Which source files have no test of the same path, and why that is right. `test/scripts/sources-without-test.test.ts` checks it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** Texts of pages: `console/test/text/texts.test.ts` goes over all of them. */
const TEXTS = /^console\/src\/text\//;

/** Files of at most this many lines are tested with what uses them. */
const SMALL = 25;

const TYPES = 'types alone';
const TABLE = 'a table: what reads it is tested';
const WHOLE = 'puts parts together: tested as a whole';
const ENGINE = 'speaks with an engine: tested with it';

/** A file, and why it has no test of the same path; where the tests have another name, `by` is their path from the root. */
export const exceptions = [
  ...[
    'bus/port',
    'cache/port',
    'crypto/keys',
    'keys/signer',
    'crypto/jwe-error',
    'crypto/jwt-error',
    'mdoc/cbor-error',
    'keys/vault',
    'runtime/service',
    'store/port',
  ].map((name) => ({
    file: `libs/shared/src/${name}.ts`,
    why: TYPES,
  })),
  ...[
    'activity',
    'audit-record',
    'clients',
    'deliveries',
    'idempotent-calls',
    'keys-documents',
    'refresh-grants',
    'status-documents',
    'tenants',
    'traces',
  ].map((name) => ({
    file: `libs/shared/src/model/${name}.ts`,
    why: TYPES,
  })),
  { file: 'libs/shared/src/model/issuance/issuance-part.ts', why: TYPES },
  { file: 'libs/shared/src/model/presentation/presentation-part.ts', why: TYPES },
  { file: 'services/standalone/src/workers/messages.ts', why: TYPES },
  ...['event-data', 'standards'].map((name) => ({ file: `libs/client/src/${name}.ts`, why: TYPES })),
  {
    file: 'services/standalone/src/worker-main.ts',
    by: 'services/standalone/test/primary.test.ts',
    why: WHOLE,
  },
  { file: 'services/standalone/src/main.ts', by: 'services/standalone/test/standalone.test.ts', why: WHOLE },
  { file: 'services/standalone/src/prepare-start.ts', by: 'services/standalone/test/standalone.test.ts', why: WHOLE },
  {
    file: 'libs/shared/src/flow-config/management-operations.ts',
    by: 'test/e2e/configurations.test.ts',
    why: WHOLE,
  },
  { file: 'services/gateway/src/routes/route.ts', why: TYPES },
  { file: 'libs/client/src/http-api.ts', why: TYPES },
  { file: 'libs/shared/src/kernel/reasons/reason.ts', why: TYPES },
  ...[
    ...['access-token', 'authorization', 'challenge', 'client', 'credential', 'deferred', 'dpop', 'external-token'],
    ...['key-attestation', 'management', 'metadata', 'offer', 'presented-credential', 'proof', 'request-object'],
    ...['request', 'response', 'sign-in', 'tenant', 'token'],
  ].map((name) => ({
    file: `libs/shared/src/kernel/reasons/${name}-reasons.ts`,
    by: 'libs/shared/test/kernel/reasons/reasons.test.ts',
    why: TABLE,
  })),
  ...['jwt/signer', 'sending/fault'].map((name) => ({ file: `libs/wallet/src/${name}.ts`, why: TYPES })),
  ...['common', 'eudi-wallets', 'habits', 'other-wallets'].map((name) => ({
    file: `libs/wallet/src/profiles/${name}.ts`,
    why: TABLE,
  })),
  ...[
    ...['authorization', 'challenge', 'client', 'credential', 'deferred', 'dpop', 'key-attestation', 'offer'],
    ...['mdoc', 'presentation', 'proof', 'request', 'request-object', 'response', 'token'],
  ].map((name) => ({ file: `libs/wallet/src/faults/${name}-faults.ts`, why: TABLE })),
  { file: 'libs/wallet/src/faults/needs.ts', why: TABLE },
  ...[
    'bus/catalogue',
    'flow-config/request-examples',
    'metrics/catalogue',
    'model/delivery/delivery-events',
    'model/refresh/refresh-events',
    'model/status/status-events',
    'model/tenant/tenant-events',
    'settings/table/engines',
    'settings/table/flows',
    'settings/table/process',
    'settings/table/signers',
  ].map((name) => ({ file: `libs/shared/src/${name}.ts`, why: TABLE })),
  ...[
    'routes/dry-run',
    'routes/issuance',
    'routes/keys',
    'routes/own',
    'routes/pages',
    'routes/presentation',
    'routes/sign-in',
    'routes/tasks',
    'routes/tenant-parts',
    'routes/tenants',
    'routes/transfer',
    'routes/webhooks',
    'documents/docs-style',
    'schemas/dry-run-schemas',
    'schemas/key-schemas',
    'schemas/sign-in-schemas',
    'schemas/overview-schemas',
    'schemas/tenant-part-schemas',
    'schemas/trace-schemas',
    'schemas/transfer-schemas',
    'schemas/wallet-response-schemas',
    'schemas/wallet-schemas',
  ].map((name) => ({ file: `services/gateway/src/${name}.ts`, why: TABLE })),
  ...['dry-run', 'run-issuance', 'run-presentation'].map((name) => ({
    file: `services/gateway/src/dry-run/${name}.ts`,
    why: WHOLE,
    by: 'test/e2e/dry-run.test.ts',
  })),
  ...['find-warnings', 'surroundings'].map((name) => ({
    file: `services/gateway/src/dry-run/${name}.ts`,
    why: WHOLE,
    by: 'test/dry-run/broken-configurations.test.ts',
  })),
  { file: 'services/gateway/src/dry-run/flow.ts', why: TYPES },
  ...['export-configurations', 'import-configurations', 'in-force', 'plan-import'].map((name) => ({
    file: `services/gateway/src/transfer/${name}.ts`,
    why: WHOLE,
    by: 'test/e2e/configurations-transfer.test.ts',
  })),
  { file: 'services/issuer/src/pages/authorization-page-assets.ts', why: TABLE },
  ...[
    ...['button', 'confirm-dialog', 'copy', 'failure', 'field', 'link', 'loading', 'page', 'stale-notice'],
    ...['table', 'tabs', 'timeline', 'when'],
  ].map((name) => ({ file: `console/src/parts/${name}.tsx`, why: WHOLE, by: 'console/test/parts/parts.test.tsx' })),
  ...['use-trace.ts', 'flow/use-live-session.ts', 'flow/live-flow.tsx', 'flow/flow-page.tsx'].map((name) => ({
    file: `console/src/parts/${name}`,
    why: WHOLE,
    by: 'test/browser/console-sessions.browser.test.ts',
  })),
  {
    file: 'console/src/parts/delivery.ts',
    why: TYPES,
  },
  { file: 'services/gateway/src/events/tail.ts', why: WHOLE, by: 'services/gateway/test/events/tails.test.ts' },
  {
    file: 'console/src/pages/sessions/use-events.ts',
    why: WHOLE,
    by: 'test/browser/console-sessions.browser.test.ts',
  },
  {
    file: 'console/src/pages/sessions/filter-fields.tsx',
    why: WHOLE,
    by: 'console/test/pages/sessions/sessions-page.test.tsx',
  },
  {
    file: 'console/src/pages/configurations/use-transfer.ts',
    why: WHOLE,
    by: 'console/test/pages/configurations/transfer.test.tsx',
  },
  ...['comparison', 'configuration-list', 'dry-run-view', 'mistakes', 'preview'].map((name) => ({
    file: `console/src/pages/configurations/${name}.tsx`,
    why: WHOLE,
    by: 'console/test/pages/configurations/configurations.test.tsx',
  })),
  ...[
    ...['configurations-page.tsx', 'delete-configuration.tsx', 'editor-field.tsx', 'editor-view.tsx'],
    ...['json-editor.ts', 'use-save.ts'],
  ].map((name) => ({
    file: `console/src/pages/configurations/${name}`,
    why: WHOLE,
    by: 'test/browser/console-editor.browser.test.ts',
  })),
  {
    file: 'console/src/pages/configurations/templates.ts',
    why: TABLE,
    by: 'console/test/pages/configurations/review.test.ts',
  },
  { file: 'console/src/pages/configurations/configuration-kinds.ts', why: TYPES },
  ...['configured-webhooks.ts', 'deliveries.tsx', 'delivery-table.tsx', 'secret.tsx', 'test-call.tsx'].map((name) => ({
    file: `console/src/pages/webhooks/${name}`,
    why: WHOLE,
    by: 'console/test/pages/webhooks/webhooks-page.test.tsx',
  })),
  ...['client-dialog', 'client-table', 'new-client'].map((name) => ({
    file: `console/src/pages/tenants/${name}.tsx`,
    why: WHOLE,
    by: 'console/test/pages/tenants/clients.test.tsx',
  })),
  {
    file: 'console/src/pages/tenants/facts.tsx',
    why: WHOLE,
    by: 'console/test/pages/tenants/tenant-page.test.tsx',
  },
  {
    file: 'console/src/state/use-change.ts',
    why: WHOLE,
    by: 'test/browser/console-tenants.browser.test.ts',
  },
  ...['pages/keys/trust-section', 'parts/file-field'].map((name) => ({
    file: `console/src/${name}.tsx`,
    why: WHOLE,
    by: 'test/browser/console-trust.browser.test.ts',
  })),
  { file: 'console/src/parts/preferences.tsx', why: WHOLE, by: 'console/test/shell.test.tsx' },
  { file: 'console/src/pages/sign-in/sign-in-page.tsx', why: WHOLE, by: 'console/test/shell.test.tsx' },
  { file: 'services/issuer/src/pages/authorization-page-texts.ts', why: TABLE },
  ...[
    ['bus/kafka/link', 'test/engines/kafka.engine.test.ts'],
    ['keys/pkcs11-signer', 'test/engines/pkcs11-signer.test.ts'],
    ['bus/kafka/topics', 'test/engines/kafka.engine.test.ts'],
    ['cache/redis/scripts', 'test/engines/redis-cache.engine.test.ts'],
    ['runtime/provision', 'test/cluster/commands.engine.test.ts'],
    ['runtime/engines', 'test/fault/cluster-start.engine.test.ts'],
  ].map(([name, by]) => ({ file: `libs/shared/src/${name}.ts`, why: ENGINE, by })),
  { file: 'operator/src/provision.ts', why: ENGINE, by: 'test/cluster/commands.engine.test.ts' },
  { file: 'libs/shared/src/runtime/platform.ts', why: WHOLE, by: 'services/standalone/test/standalone.test.ts' },
  { file: 'libs/shared/src/runtime/call-services.ts', why: WHOLE, by: 'libs/shared/test/http/upstream.test.ts' },
  { file: 'libs/shared/src/http/guarded-socket.ts', why: WHOLE, by: 'libs/shared/test/http/outbound.test.ts' },
  { file: 'libs/shared/src/http/internal-server.ts', why: WHOLE, by: 'libs/shared/test/http/upstream.test.ts' },
  { file: 'libs/shared/src/keys/generated-keys.ts', why: WHOLE, by: 'libs/shared/test/keys/key-ring.test.ts' },
  ...['bus', 'service', 'store'].map((name) => ({
    ...{
      file: `libs/shared/src/runtime/metered-${name}.ts`,
      why: WHOLE,
      by: 'libs/shared/test/runtime/metered.test.ts',
    },
  })),
  { file: 'libs/shared/src/model/announcement.ts', why: WHOLE, by: 'libs/shared/test/model/session-change.test.ts' },
  {
    ...{ file: 'services/webhook-dispatcher/src/delivery/delivery-state.ts', why: WHOLE },
    by: 'services/webhook-dispatcher/test/delivery/delivery-transitions.test.ts',
  },
  {
    ...{ file: 'services/verifier/src/session/presentation-state.ts', why: WHOLE },
    by: 'services/verifier/test/session/presentation-transitions.test.ts',
  },
  {
    ...{ file: 'services/issuer/src/token/refresh-record.ts', why: WHOLE },
    by: 'services/issuer/test/token/token-refresh.test.ts',
  },
  ...['grant', 'issuance-transition', 'new-issuance'].map((name) => ({
    ...{ file: `libs/shared/src/model/issuance/${name}.ts`, why: WHOLE },
    by: 'services/issuer/test/session/transition-table.test.ts',
  })),
  {
    ...{ file: 'libs/shared/src/flow-config/flow-configurations.ts', why: WHOLE },
    by: 'services/issuer/test/configuration/configurations.test.ts',
  },
  ...[
    ['claims/claims-wait', 'credential/deferred'],
    ['credential/credential-issue', 'credential/credential'],
  ].map(([name, by]) => ({
    ...{ file: `services/issuer/src/${name}.ts`, why: WHOLE, by: `services/issuer/test/${by}.test.ts` },
  })),
  { file: 'services/standalone/src/check-config.ts', why: WHOLE, by: 'operator/test/check-config.test.ts' },
  ...['after-restore/after-restore', 'after-restore/restored-store'].map((name) => ({
    ...{ file: `operator/src/${name}.ts`, why: WHOLE, by: 'operator/test/after-restore/command.test.ts' },
  })),
  { file: 'operator/src/data/command-data.ts', why: WHOLE, by: 'operator/test/commands.test.ts' },
  ...['sealed-lines', 'trace-operations'].map((name) => ({
    ...{ file: `services/gateway/src/trace/${name}.ts`, why: WHOLE, by: 'test/e2e/trace.test.ts' },
  })),
  {
    ...{ file: 'services/gateway/src/edge/server-sent-events.ts', why: WHOLE },
    by: 'services/gateway/test/edge/event-stream.test.ts',
  },
  {
    ...{ file: 'services/gateway/src/authenticate/console-sessions.ts', why: WHOLE },
    by: 'services/gateway/test/sign-in/console-login.test.ts',
  },
  {
    ...{ file: 'services/gateway/src/sign-in/organisation-login.ts', why: WHOLE },
    by: 'test/security/console-people.test.ts',
  },
  { file: 'services/issuer/src/sign-in/people.ts', why: WHOLE, by: 'test/security/console-people.test.ts' },
  { file: 'libs/shared/src/model/console-sessions.ts', why: TYPES },
  { file: 'services/gateway/src/gateway.ts', why: WHOLE, by: 'services/gateway/test/edge/edge.test.ts' },
  { file: 'services/gateway/src/health.ts', why: WHOLE, by: 'services/gateway/test/sessions/own-operations.test.ts' },
  {
    ...{ file: 'services/status/src/revocation/change-entries.ts', why: WHOLE },
    by: 'services/status/test/revocation/update.test.ts',
  },
  { file: 'services/issuer/src/sign-in/sign-in.ts', why: WHOLE, by: 'test/e2e/sign-in.test.ts' },
  { file: 'services/issuer/src/issuer.ts', why: WHOLE, by: 'test/e2e/issuance.test.ts' },
  {
    ...{ file: 'services/issuer/src/browser/follow-authorization.ts', why: WHOLE },
    by: 'test/browser/authorization-page.browser.test.ts',
  },
  ...['docs-page', 'docs-try'].map((name) => ({
    ...{ file: `services/gateway/src/browser/${name}.ts`, why: WHOLE },
    by: 'test/browser/docs-page.browser.test.ts',
  })),
  {
    ...{ file: 'services/verifier/src/presentation/sd-jwt-presentation.ts', why: WHOLE },
    by: 'services/verifier/test/presentation/presentation-attacks.test.ts',
  },
  { file: 'services/verifier/src/presentation/presentation-context.ts', why: TYPES },
  ...['attempt-delivery', 'blocked-until', 'finish-delivery', 'record-attempt'].map((name) => ({
    ...{ file: `services/webhook-dispatcher/src/${name}.ts`, why: WHOLE },
    by: 'services/webhook-dispatcher/test/delivery/deliver.test.ts',
  })),
  ...[
    ['command/command', 'test/wallet/command.test.ts'],
    ['command/provider-file', 'test/wallet/attested.test.ts'],
    ['command/steps', 'test/wallet/steps.test.ts'],
    ['command/usage', 'libs/wallet/test/command/command-line.test.ts'],
    ['command/workplace', 'test/wallet/command.test.ts'],
    ['issuance/accept', 'test/wallet/profiles.test.ts'],
    ['issuance/authorize', 'test/wallet/presenting.test.ts'],
    ['issuance/profile-wallet', 'test/e2e/haip.test.ts'],
    ['issuance/proofs', 'libs/wallet/test/sending/sender.test.ts'],
    ['issuance/token-wallet', 'test/e2e/haip.test.ts'],
    ['issuance/wallet', 'test/e2e/issuance.test.ts'],
    ['jwt/keys', 'libs/wallet/test/sending/sender.test.ts'],
    ['presentation/present', 'test/e2e/presentation.test.ts'],
    ['sending/client-attestation', 'libs/wallet/test/sending/sender.test.ts'],
  ].map(([name, by]) => ({ file: `libs/wallet/src/${name}.ts`, why: WHOLE, by })),
];

/** Without a test of their own until now: this list may only become shorter. */
export const open = [];

/** @returns source files of more than 25 lines without a test of the same path, from the root folder */
export function sourcesWithoutTest(root) {
  const folders = [
    ...['libs/shared', 'libs/wallet', 'libs/client', 'console', 'operator'],
    ...readdirSync(join(root, 'services')).map((name) => `services/${name}`),
  ].filter((folder) => existsSync(join(root, folder, 'src')));
  return folders.flatMap((folder) => {
    const tests = new Set(filesOf(join(root, folder, 'test')).map((name) => name.replace(/(\.\w+)?\.test\.tsx?$/, '')));
    return filesOf(join(root, folder, 'src'))
      .filter((name) => !tests.has(name.replace(/\.tsx?$/, '')))
      .filter((name) => linesOf(join(root, folder, 'src', name)) > SMALL)
      .map((name) => `${folder}/src/${name}`)
      .filter((name) => !TEXTS.test(name));
  });
}

function filesOf(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => relative('.', name).split(sep).join('/'))
    .sort();
}

function linesOf(path) {
  return readFileSync(path, 'utf8').split('\n').length - 1;
}
