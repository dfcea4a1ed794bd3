/**
 * `npm run docs`: writes the documents that come from tables in the code. With --check it writes nothing and fails if a
 * document is stale. The code must be compiled.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { goTypes } from '../clients/go/go-types.mjs';
import { pythonTypes } from '../clients/python/python-types.mjs';
import { eventDataTypes, httpApiTypes } from '../clients/typescript/http-api-types.mjs';
import { asyncApi } from './async-api.mjs';
import { answerHelp } from './help.mjs';
import { folders, rooms } from './rooms.mjs';
import { COPIES, shippedSamples } from './samples.mjs';
import { servicesWorkTable, workTable } from './work-table.mjs';

answerHelp(import.meta.url);

const root = resolve(fileURLToPath(import.meta.url), '..', '..');
const load = (path) => import(join(root, path));

const { settingDefinitions } = await load('libs/shared/dist/src/settings/settings.js');
const { errorKinds } = await load('libs/shared/dist/src/kernel/errors.js');
const { factNames } = await load('libs/shared/dist/src/kernel/reasons/facts.js');
const { reasonSteps } = await load('libs/shared/dist/src/kernel/reasons/reason.js');
const { reasons } = await load('services/gateway/dist/src/reasons.js');
const { faults } = await load('libs/wallet/dist/src/faults/faults.js');
const { needs } = await load('libs/wallet/dist/src/faults/needs.js');
const { eventDefinitions, producers } = await load('libs/shared/dist/src/bus/catalogue.js');
const { publicEventDefinitions } = await load('libs/shared/dist/src/model/session/public-events.js');
const { metricDefinitions } = await load('libs/shared/dist/src/metrics/catalogue.js');
const { openApiDocument } = await load('services/gateway/dist/src/documents/openapi.js');

const { fileSchemas } = await load('libs/shared/dist/src/configuration-documents/file-schemas.js');
const { credentialConfigurationSchemaA } = await load(
  'libs/shared/dist/src/configuration-documents/credential-configuration.js',
);
const { tenantEvents } = await load('services/gateway/dist/test/tenants/tenant-events.js');
const { tenantStates } = await load('services/gateway/dist/src/schemas/tenant-states.js');
const { issuanceStates, presentationStates } = await load('services/gateway/dist/src/schemas/session-states.js');
const { issuanceErrors, presentationErrors } = await load('libs/shared/dist/src/model/session/session-errors.js');
const { presentationEvents } = await load('services/verifier/dist/test/session/presentation-events.js');
const { claimsEvents, claimsStates, deferredEvents, issuanceEvents, placeEvents } = await load(
  'services/issuer/dist/test/session/issuance-events.js',
);
const { deliveryEvents, deliveryStates } = await load(
  'services/webhook-dispatcher/dist/test/delivery/delivery-events.js',
);
const { entryEvents, listEvents } = await load('services/status/dist/test/list/status-events.js');
const { keyEvents } = await load('libs/shared/dist/test/model/keys/key-events.js');
const { keyStates } = await load('libs/shared/dist/src/model/keys/key-states.js');
const { refreshEvents, refreshStates } = await load('services/issuer/dist/test/session/refresh-events.js');
const { callEvents, callStates } = await load('services/gateway/dist/test/idempotency/call-events.js');
const { warningHints } = await load('libs/dry-run/dist/src/warnings/warning.js');
const { brokenCredentials } = await load('test/dist/dry-run/broken-credentials.js');
const { brokenPresentations } = await load('test/dist/dry-run/broken-presentations.js');
const { brokenSettings } = await load('test/dist/dry-run/broken-support.js');
const { walletStepNames } = await load('libs/shared/dist/src/model/session/wallet-step.js');
const { readRecords, reliabilityDocument } = await load('test/dist/resilience/campaign/reliability-document.js');
const { threatsDocument } = await load('test/dist/security/threats.js');
const { describeHabits } = await load('libs/wallet/dist/src/profiles/described-habits.js');
const { WALLETS } = await load('libs/wallet/dist/src/profiles/habits.js');

const NOTE = 'Made by `npm run docs`; do not edit.';

function cell(text) {
  return String(text).replaceAll('|', '\\|');
}

function table(heads, rows) {
  const lines = [heads, heads.map(() => '---'), ...rows.map((row) => row.map(cell))];
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
}

function range({ type, min, max, choices, minBytes }) {
  if (choices) return choices.map((choice) => `\`${choice}\``).join(', ');
  if (type === 'switch') return '`true`, `false`';
  if (type === 'integer') return `${min} to ${max}`;
  if (type === 'secret') return `at least ${minBytes} bytes`;
  if (type === 'list') return 'separated by commas';
  return '';
}

function configuration() {
  const rows = Object.entries(settingDefinitions).map(([name, definition]) => [
    `\`${name}\``,
    definition.default === undefined ? '' : `\`${definition.default}\``,
    definition.unit ?? '',
    range(definition),
    definition.meaning,
  ]);
  return `# Configuration\n\n${NOTE}\n\nSettings are environment variables, read once at startup. All errors in an invalid environment are listed together.\nAn empty variable is treated as not set. \`npm start\` works without any of them: missing secrets are generated and stored in \`DATA_FOLDER\`.\n\n${table(['Name', 'Default', 'Unit', 'Values', 'Meaning'], rows)}\n`;
}

function errors() {
  const rows = Object.entries(errorKinds).map(([code, { status, title }]) => [`\`${code}\``, status, title]);
  return `# Errors\n\n${NOTE}\n\nManagement routes return a problem document (RFC 9457) whose \`type\` is \`urn:countersign:problem:<code>\`. Wallet routes return \`{"error": "<code>"}\`.\nA wallet route's status may differ if a standard requires it (401 with \`WWW-Authenticate\` for token and proof errors at a protected resource).\nEvery response has \`x-request-id\`, which is also in the log. The reason shows exactly why a request was refused: [reasons.md](reasons.md).\n\n${table(['Code', 'Status', 'Meaning'], rows)}\n`;
}

/** One paragraph per reason, by step and name. */
function reasonsPage() {
  const named = Object.entries(reasons).sort(([one], [other]) => (one < other ? -1 : 1));
  const sections = reasonSteps
    .map((step) => [step, named.filter(([, reason]) => reason.step === step)])
    .filter(([, found]) => found.length > 0)
    .map(([step, found]) => `## ${step}\n\n${found.map(reasonParagraph).join('\n\n')}`);
  const facts = table(
    ['Fact', 'Meaning'],
    Object.entries(factNames).map(([name, meaning]) => [`\`${name}\``, meaning]),
  );
  return `# Reasons\n\n${NOTE}\n\nEach refusal has a code, which the caller receives ([errors.md](errors.md)), and a reason, which the backend reads in the session, in\nthe trace and in webhooks. A caller can switch on both. The sentences may change. \`GET /docs/reasons/{reason}\` on a running server shows the same,\nas a page or as JSON. In brackets: who can fix the cause of the refusal, and the section of the standard that requires the check. At the step\n\`any\`, \`wallet\` is the sender of the request.\n\n${sections.join('\n\n')}\n\n## Facts\n\nA reason may have the facts in its paragraph, never a claim value, key, code, token, nonce, proof or signature.\n\n${facts}\n`;
}

function reasonParagraph([name, { standard, blame, explanation, hint, facts }]) {
  const source = standard === undefined ? blame : `${blame}; ${standard.document}, ${standard.section}`;
  const factList = facts.length === 0 ? '' : ` Facts: ${facts.map((fact) => `\`${fact}\``).join(', ')}.`;
  return `### ${name}\n\n${explanation} ${hint} (${source})${factList}`;
}

function metrics() {
  const rows = Object.entries(metricDefinitions).map(([name, { type, help, labels }]) => [
    `\`${name}\``,
    type,
    labels.map((label) => `\`${label}\``).join(', '),
    help,
  ]);
  return `# Metrics\n\n${NOTE}\n\nEvery process serves \`GET /metrics\` in Prometheus's format on \`METRICS_PORT\` (default \`PORT\` + 6000), which is never the public port\nand listens on loopback unless \`METRICS_HOST\` is set. Each sample has the label \`service\`. In addition there are\nprom-client's metrics for the process and Node (\`process_*\`, \`nodejs_*\`, of them \`nodejs_eventloop_lag_p99_seconds\`). No label contains a caller's text.\n\n${table(['Name', 'Type', 'Labels', 'Meaning'], rows)}\n`;
}

/** JSON is YAML: no writer needed, and no doubt about quoting. */
function asYaml(document) {
  return `# ${NOTE}\n${JSON.stringify(document, null, 2)}\n`;
}

/** The table of docs/reference/events.md. */
function backendEvents() {
  const rows = Object.entries(publicEventDefinitions).map(([type, { summary, data, ofTenant }]) => [
    `\`${type}\``,
    ofTenant ? `${summary}. It has no \`session\`` : summary,
    Object.entries(data)
      .map(([name, { meaning, optional }]) => `\`${name}\`${optional ? ' (optional)' : ''}: ${meaning}`)
      .join('; '),
  ]);
  return table(['Type', 'Meaning', 'Members of `data`, with `session` and `tenant`'], rows);
}

/** A value's type, as text. */
function kind({ $ref, type, enum: choices, const: only, anyOf, items }) {
  if ($ref !== undefined) return 'frame';
  if (only !== undefined) return `\`${JSON.stringify(only)}\``;
  if (choices !== undefined) return choices.map((choice) => `\`${choice}\``).join(', ');
  if (type === 'array') return items === undefined ? 'array' : `array of ${kind(items)}`;
  if (type !== undefined) return [type].flat().join(' or ');
  return (anyOf ?? []).map(kind).join(' or ');
}

/** Members that a file may leave out and a call of variant A may not. */
const neededByCalls = { 'issuance.json': credentialConfigurationSchemaA.else.required };

/** Which calls or roles need a member, as text; empty if none does. @param byCalls see `neededByCalls` */
function needed(name, { required = [], else: otherwise = {} }, byCalls) {
  if (required.includes(name)) return 'yes';
  if (otherwise.required?.includes(name)) return 'unless mdoc';
  return byCalls.includes(name) ? 'in a `POST` of variant A, unless mdoc' : '';
}

/** A row for each member of a schema and of those inside of it; schemas of users are named only. */
function members(schema, above = '', byCalls = []) {
  if (schema.type === 'array') return members(schema.items ?? {}, `${above}[]`);
  const alternatives = (schema.anyOf ?? []).flatMap((one) => members(one, above));
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const path = above === '' ? name : `${above}.${name}`;
    const row = [`\`${path}\``, kind(member), needed(name, schema, byCalls), member.description ?? ''];
    return [row, ...(path === 'schema' ? [] : members(member, path))];
  });
  return [...own, ...alternatives];
}

function membersOf(file) {
  return table(['Member', 'Value', 'Needed', 'Meaning'], members(fileSchemas[file], '', neededByCalls[file]));
}

function meanings(head, entries) {
  return table(
    [head, 'Meaning'],
    Object.entries(entries).map(([name, meaning]) => [`\`${name}\``, meaning]),
  );
}

/** A row a fault of the wallet, in the order of the protocols. */
function faultsPage() {
  const rows = Object.entries(faults).map(([name, { reason, step, summary, needs: of = [] }]) => [
    `[\`${name}\`](reasons.md#${reason})`,
    step,
    summary,
    reasons[reason].explanation,
    of.map((need) => `[${need}](#what-a-fault-needs)`).join(', '),
  ]);
  const needed = meanings('Need', needs);
  return `# Faults\n\n${NOTE}\n\nThe wallet in \`libs/wallet\` can misbehave, so that a backend's tests see each refusal. \`--fault <name>\` makes one deliberate error. The\nsession's trace then has a refusal whose reason has the same name ([reasons.md](reasons.md)). For variants whose name starts with \`mdoc_\` the table\nlinks the reason. The wallet ends with exit code 1 and uses the flow that\nthe fault needs (such as the browser for a fault at PAR). If the server refused nothing, the wallet reports it. \`test/wallet-faults\` runs each fault.\n[wallet-command.md](../how-to/wallet-command.md) has the other options.\n\n    npm run wallet -- '<link>' --fault code_unknown\n\nReasons that a wallet cannot cause on its own are listed in \`test/wallet-faults/catalogue.test.ts\`, each with an explanation.\n\n${table(['Fault', 'Acts at', 'What the wallet does', 'What the trace shows', 'Needs'], rows)}\n\n## What a fault needs\n\n${needed}\n`;
}

/** Written by `npm run work`. */
function countedWork() {
  return JSON.parse(readFileSync(join(root, 'test/work/work.json'), 'utf8'));
}

/** One row per code of a session: its reason and the meaning. */
function explained(codes) {
  const rows = codes.map(([code, reason]) => [
    `\`${code}\``,
    `[\`${reason}\`](reasons.md#${reason})`,
    reasons[reason].explanation,
  ]);
  return table(['Code', 'Reason', 'Meaning'], rows);
}

/** One row per event, one column per state: the event's next states from there. */
function transitions(stateTable, states) {
  const reached = (from, state) =>
    (from[state] ?? []).map((next) => (next === state ? 'stays' : `\`${next}\``)).join(', ');
  return table(
    ['Event', 'Meaning', ...states.map((state) => `\`${state}\``)],
    Object.entries(stateTable).map(([name, { meaning, from }]) => [
      `\`${name}\``,
      meaning,
      ...states.map((state) => reached(from, state)),
    ]),
  );
}

function brokenRow({ kind, what, finds, refusal, stops }) {
  const through = stops
    ? 'waits'
    : refusal === undefined
      ? 'yes'
      : refusal === 'backend'
        ? 'no offer or request'
        : 'no';
  return [kind === 'issuance' ? 'credential' : 'presentation', what, `\`${finds}\``, through];
}

/** Parts of pages that are written by hand, each between `<!-- made by npm run docs: NAME -->` and `<!-- end -->`. */
const parts = {
  ...Object.fromEntries(Object.keys(fileSchemas).map((file) => [file, () => membersOf(file)])),
  'issuance states': () => meanings('State', issuanceStates),
  'presentation states': () => meanings('State', presentationStates),
  'issuance errors': () => explained(Object.entries(issuanceErrors)),
  'presentation errors': () => explained(presentationErrors.map((code) => [code, code])),
  'presentation events': () => transitions(presentationEvents, Object.keys(presentationStates)),
  rooms: () =>
    table(
      ['Room', 'Holds'],
      Object.entries(rooms).map(([name, holds]) => [`\`${name}\``, holds]),
    ),
  folders: () =>
    table(
      ['Package', 'Folder', 'Holds'],
      Object.entries(folders).flatMap(([home, places]) =>
        Object.entries(places).map(([name, holds]) => [`\`${home}\``, `\`${name}\``, holds]),
      ),
    ),
  'backend events': () => backendEvents(),
  'issuance events': () => transitions(issuanceEvents, Object.keys(issuanceStates)),
  'claims states': () => meanings('State', claimsStates),
  'claims events': () => transitions(claimsEvents, Object.keys(claimsStates)),
  'deferred events': () => transitions(deferredEvents, ['none', 'kept', 'delivered']),
  'place events': () => transitions(placeEvents, ['free', 'held', 'past', 'redeemed']),
  'delivery states': () => meanings('State', deliveryStates),
  'delivery events': () => transitions(deliveryEvents, Object.keys(deliveryStates)),
  'status entry events': () => transitions(entryEvents, ['valid', 'revoked']),
  'status list events': () => transitions(listEvents, ['open', 'closed']),
  'tenant states': () => meanings('State', tenantStates),
  'tenant events': () => transitions(tenantEvents, Object.keys(tenantStates)),
  'key states': () => meanings('State', keyStates),
  'key events': () => transitions(keyEvents, Object.keys(keyStates)),
  'refresh states': () => meanings('State', refreshStates),
  'refresh events': () => transitions(refreshEvents, Object.keys(refreshStates)),
  'call states': () => meanings('State', callStates),
  'call events': () => transitions(callEvents, Object.keys(callStates)),
  'wallet profiles': () =>
    table(
      ['Profile', 'Source', 'Sends, leaves out', 'Refuses'],
      Object.entries(WALLETS).map(([name, habits]) => {
        const { sends, refuses } = describeHabits(habits);
        return [`\`${name}\``, habits.source, sends.join('; '), refuses.join('; ') || '-'];
      }),
    ),
  'dry run warnings': () =>
    table(
      ['Warning', 'What to change'],
      Object.entries(warningHints).map(([code, hint]) => [`\`${code}\``, hint]),
    ),
  'broken configurations': () => {
    const none = { keyOf: () => ({}) };
    const world = { certificates: none, elsewhere: '', away: '' };
    const rows = [...brokenCredentials(world), ...brokenPresentations(world)].map(brokenRow);
    const settings = brokenSettings(world).map(({ what, finds }) => ['settings', what, `\`${finds}\``, 'yes']);
    return table(['Of', 'Broken by', 'Found as', 'A wallet gets through'], [...rows, ...settings]);
  },
  'work of one flow': () => workTable(countedWork(), table),
  'work of five services': () => servicesWorkTable(countedWork(), table),
  'wallet steps': () => walletStepNames.map((name) => `\`${name}\``).join(', '),
};

function withParts(page) {
  return readFileSync(join(root, page), 'utf8').replaceAll(
    /(<!-- made by npm run docs: ([^>]*) -->\n)[\s\S]*?(<!-- end -->)/g,
    (_, begin, name, end) => `${begin}${parts[name]()}\n${end}`,
  );
}

const pages = [
  'docs/explanation/architecture.md',
  'docs/explanation/benchmarks.md',
  'docs/reference/configurations.md',
  'docs/how-to/dry-run.md',
  'docs/how-to/tenants.md',
  'docs/how-to/config-as-code.md',
  'docs/reference/sessions.md',
  'docs/reference/events.md',
  'docs/reference/states.md',
  'docs/reference/wallets.md',
];
const schemaFiles = Object.entries(fileSchemas).map(([name, schema]) => [
  `docs/reference/schemas/${name}`,
  `${JSON.stringify(schema, null, 2)}\n`,
]);

/** The alarms in the form of the Prometheus operator; `alerts.yaml` is what Prometheus itself reads. */
function prometheusRule() {
  const rules = readFileSync(join(root, 'deploy/observability/alerts.yaml'), 'utf8').replace(/^(#.*\n)+/, '');
  const head = `# The rules of alerts.yaml for the Prometheus operator. ${NOTE}
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: countersign
spec:
`;
  return head + rules.replace(/^(?=.)/gm, '  ');
}

// Only in a clone: only committed files are shipped.
const samples = shippedSamples(root) ?? {};
const events = asyncApi({ eventDefinitions, producers, publicEventDefinitions });
const documents = {
  'docs/reference/configuration.md': configuration(),
  'docs/reference/errors.md': errors(),
  'docs/reference/reasons.md': reasonsPage(),
  'docs/reference/faults.md': faultsPage(),
  'docs/reference/http-api.yaml': asYaml(openApiDocument()),
  'clients/typescript/src/http-api.ts': await httpApiTypes(openApiDocument()),
  'clients/typescript/src/event-data.ts': eventDataTypes(events),
  'clients/go/types.go': goTypes(openApiDocument()),
  'clients/python/src/countersign_client/types.py': pythonTypes(openApiDocument()),
  'docs/reference/metrics.md': metrics(),
  'docs/reference/threats.md': threatsDocument(),
  'docs/reference/reliability.md': reliabilityDocument(readRecords(root)),
  'docs/reference/events.yaml': asYaml(events),
  ...Object.fromEntries(schemaFiles),
  ...Object.fromEntries(pages.map((page) => [page, withParts(page)])),
  'deploy/observability/prometheus-rule.yaml': prometheusRule(),
  ...samples,
};

const check = process.argv.includes('--check');
const stale = Object.keys(samples).length === 0 ? [] : strayCopies();
for (const [path, text] of Object.entries(documents)) {
  const file = join(root, path);
  if (check) {
    if (read(file) !== text) stale.push(path);
    continue;
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
if (stale.length > 0) {
  process.stderr.write(`Stale, run npm run docs: ${stale.join(', ')}\n`);
  process.exit(1);
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** Copies of samples that were removed; deleted unless this is a check. */
function strayCopies() {
  const folder = join(root, COPIES);
  if (!existsSync(folder)) return [];
  const present = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
  const stray = present.filter((path) => !Object.hasOwn(samples, path));
  if (!check) for (const path of stray) rmSync(join(root, path));
  return check ? stray : [];
}
