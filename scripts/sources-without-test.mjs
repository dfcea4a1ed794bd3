/** Which source files have no test of the same path, and why that is right. `test/scripts/sources-without-test.test.ts` checks it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

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
    'crypto/jwe-error',
    'crypto/jwt-error',
    'runtime/service',
    'store/port',
  ].map((name) => ({
    file: `libs/shared/src/${name}.ts`,
    why: TYPES,
  })),
  ...['audit-record', 'deliveries', 'keys-documents', 'refresh-grants', 'status-documents', 'traces'].map((name) => ({
    file: `libs/shared/src/model/${name}.ts`,
    why: TYPES,
  })),
  { file: 'libs/shared/src/model/issuance/issuance-part.ts', why: TYPES },
  { file: 'libs/shared/src/model/presentation/presentation-part.ts', why: TYPES },
  { file: 'services/gateway/src/routes/route.ts', why: TYPES },
  { file: 'libs/shared/src/kernel/reasons/reason.ts', why: TYPES },
  ...[
    ...['access-token', 'authorization', 'challenge', 'client', 'credential', 'deferred', 'dpop', 'external-token'],
    ...['key-attestation', 'management', 'metadata', 'offer', 'presented-credential', 'proof', 'request-object'],
    ...['request', 'response', 'sign-in', 'token'],
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
    ...['presentation', 'proof', 'request', 'request-object', 'response', 'token'],
  ].map((name) => ({ file: `libs/wallet/src/faults/${name}-faults.ts`, why: TABLE })),
  { file: 'libs/wallet/src/faults/needs.ts', why: TABLE },
  ...[
    'bus/catalogue',
    'flow-config/request-examples',
    'metrics/catalogue',
    'model/delivery/delivery-events',
    'model/refresh/refresh-events',
    'model/status/status-events',
    'settings/table/engines',
    'settings/table/flows',
    'settings/table/process',
  ].map((name) => ({ file: `libs/shared/src/${name}.ts`, why: TABLE })),
  ...[
    'routes/dry-run',
    'routes/issuance',
    'routes/own',
    'routes/presentation',
    'schemas/dry-run-schemas',
    'schemas/trace-schemas',
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
  { file: 'services/issuer/src/protocol/authorization-page-assets.ts', why: TABLE },
  { file: 'services/issuer/src/protocol/authorization-page-texts.ts', why: TABLE },
  ...[
    ['bus/kafka/link', 'test/engines/kafka.engine.test.ts'],
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
    ...{ file: 'libs/shared/src/model/delivery/delivery-state.ts', why: WHOLE },
    by: 'libs/shared/test/model/delivery/delivery-transitions.test.ts',
  },
  {
    ...{ file: 'libs/shared/src/model/presentation/presentation-state.ts', why: WHOLE },
    by: 'libs/shared/test/model/presentation/presentation-transitions.test.ts',
  },
  {
    ...{ file: 'services/issuer/src/token/refresh-record.ts', why: WHOLE },
    by: 'services/issuer/test/token/token-refresh.test.ts',
  },
  ...['browser', 'grant', 'issuance-transition', 'new-issuance'].map((name) => ({
    ...{ file: `libs/shared/src/model/issuance/${name}.ts`, why: WHOLE },
    by: 'libs/shared/test/model/issuance/transition-table.test.ts',
  })),
  {
    ...{ file: 'libs/shared/src/flow-config/flow-configurations.ts', why: WHOLE },
    by: 'services/issuer/test/metadata/configurations.test.ts',
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
  { file: 'services/gateway/src/gateway.ts', why: WHOLE, by: 'services/gateway/test/edge/edge.test.ts' },
  { file: 'services/gateway/src/health.ts', why: WHOLE, by: 'services/gateway/test/sessions/own-operations.test.ts' },
  {
    ...{ file: 'services/status/src/change-entries.ts', why: WHOLE },
    by: 'services/status/test/update.test.ts',
  },
  { file: 'services/issuer/src/sign-in/sign-in.ts', why: WHOLE, by: 'test/e2e/sign-in.test.ts' },
  { file: 'services/issuer/src/issuer.ts', why: WHOLE, by: 'test/e2e/issuance.test.ts' },
  {
    ...{ file: 'services/issuer/src/browser/follow-authorization.ts', why: WHOLE },
    by: 'test/browser/authorization-page.browser.test.ts',
  },
  {
    ...{ file: 'services/verifier/src/protocol/presentation.ts', why: WHOLE },
    by: 'services/verifier/test/protocol/presentation-attacks.test.ts',
  },
  ...['attempt-delivery', 'blocked-until', 'finish-delivery', 'record-attempt'].map((name) => ({
    ...{ file: `services/webhook-dispatcher/src/${name}.ts`, why: WHOLE },
    by: 'services/webhook-dispatcher/test/deliver.test.ts',
  })),
  ...[
    ['command/command', 'test/wallet/command.test.ts'],
    ['command/provider-file', 'test/wallet/attested.test.ts'],
    ['command/run', 'test/wallet/command.test.ts'],
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
    ...['libs/shared', 'libs/wallet', 'operator'],
    ...readdirSync(join(root, 'services')).map((name) => `services/${name}`),
  ].filter((folder) => existsSync(join(root, folder, 'src')));
  return folders.flatMap((folder) => {
    const tests = new Set(filesOf(join(root, folder, 'test')).map((name) => name.replace(/(\.\w+)?\.test\.ts$/, '')));
    return filesOf(join(root, folder, 'src'))
      .filter((name) => !tests.has(name.replace(/\.ts$/, '')))
      .filter((name) => linesOf(join(root, folder, 'src', name)) > SMALL)
      .map((name) => `${folder}/src/${name}`);
  });
}

function filesOf(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => relative('.', name).split(sep).join('/'))
    .sort();
}

function linesOf(path) {
  return readFileSync(path, 'utf8').split('\n').length - 1;
}
