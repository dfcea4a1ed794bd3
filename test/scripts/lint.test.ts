/** The layer rules of `npm run lint`, each with a source that it must refuse. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../cluster/cluster-processes.ts';

const load = (name: string) => import(pathToFileURL(join(ROOT, 'scripts', name)).href);
const { layerFindings, roomLines } = await load('layers.mjs');
const { importsOf, readSource } = await load('source-text.mjs');
const { rooms } = await load('rooms.mjs');

const found = (file: string, text: string): readonly string[] => layerFindings({ file, text });
const refused = (file: string, text: string, why: RegExp): void => {
  const findings = found(file, text);
  assert.equal(findings.length, 1, `${text}: ${findings.join()}`);
  assert.match(findings[0] ?? '', why);
};
const allowed = (file: string, text: string): void => assert.deepEqual(found(file, text), [], text);

const TRANSITIONS = 'services/issuer/src/token/token-transitions.ts';

test('a room imports those before it, and itself', () => {
  const file = 'libs/shared/src/store/port.ts';
  allowed(file, "import { a } from '../kernel/json.ts';\nimport { b } from './pages.ts';\n");
  refused(
    file,
    "import { a } from '../kernel/json.ts';\nimport type { Vault } from '../keys/vault.ts';\n",
    /^libs\/shared\/src\/store\/port\.ts:2: backward import: store comes before keys: '\.\.\/keys\/vault\.ts'$/,
  );
  const ways = [
    "export * from '../bus/port.ts';",
    "const load = () => import('../bus/port.ts');",
    "import '../bus/port.ts';",
  ];
  for (const text of ways) refused(file, text, /:1: backward import: store comes before bus/);
});

test('a file of libs/shared stands in a room of the list', () => {
  refused('libs/shared/src/other/thing.ts', '', /other is not a room of libs\/shared/);
  refused('libs/shared/src/thing.ts', '', /the root is not a room of libs\/shared/);
});

test('folders of a service have an order, and the files outside them come last', () => {
  allowed('services/issuer/src/token/token.ts', "import { a } from '../client/received.ts';");
  refused(
    'services/issuer/src/client/received.ts',
    "import { a } from '../token/token.ts';",
    /client comes before token/,
  );
  refused('services/issuer/src/token/token.ts', "import { a } from '../issuer.ts';", /token comes before the root/);
  allowed('services/issuer/src/issuer.ts', "import { a } from './token/token.ts';");
  refused('services/issuer/src/elsewhere/token.ts', '', /elsewhere is not a room of services\/issuer/);
});

test('a source imports no support of tests, of its own package or another; tests do', () => {
  const text = "import { a } from '@countersign/shared/test/model/a';";
  refused('bench/src/scale/scale-fill.ts', text, /a source does not import tests/);
  refused('libs/shared/src/model/a.ts', "import { a } from '../../test/model/a.ts';", /a source does not import tests/);
  allowed('services/issuer/test/issuer.test.ts', text);
});

test('benchmarks have folders with an order, and may use an engine directly', () => {
  refused('bench/src/server/site.ts', "import { a } from '../flows/batch-flow.ts';", /server comes before flows/);
  refused(
    'bench/src/load/closed-loop.ts',
    "import { a } from '@countersign/gateway/gateway';",
    /does not import services/,
  );
  allowed('bench/src/flows/batch-flow.ts', "import { request } from 'undici';");
  refused('services/issuer/src/token/token.ts', "import { request } from 'undici';", /only .* imports 'undici'/);
});

test('packages: services import only the shared library, which imports none of them', () => {
  const text = "import { a } from '@countersign/issuer/issuer';";
  refused('libs/shared/src/http/server/server.ts', text, /libs\/shared does not import services\/issuer/);
  refused('libs/shared/test/http/server/server.test.ts', text, /libs\/shared does not import services\/issuer/);
  refused('services/verifier/src/verifier.ts', text, /services\/verifier does not import services\/issuer/);
  allowed('services/verifier/test/verifier.test.ts', text);
  allowed('services/standalone/src/standalone.ts', text);
  allowed('operator/src/provision.ts', text);
  allowed('services/standalone/src/main.ts', "import { a } from '@countersign/operator/commands';");
  refused(
    'operator/src/provision.ts',
    "import { a } from '@countersign/standalone/standalone';",
    /operator does not import services\/standalone/,
  );
});

test('a table of reasons is data: every place of its package may import it, and of that of a service every service', () => {
  const table = 'services/issuer/src/token/token-reasons.ts';
  allowed('services/issuer/src/client/received.ts', "import { a } from '../token/token-reasons.ts';");
  allowed('libs/shared/src/kernel/json.ts', "import { a } from '../http/message-reasons.ts';");
  allowed(table, "import type { A } from '@countersign/shared/kernel/reasons/reason';");
  refused(
    table,
    "import { a } from './token.ts';",
    /:1: a table of reasons is data: it does not import '\.\/token\.ts'$/,
  );
  refused(table, "import { a } from 'node:fs';", /it does not import 'node:fs'/);
  allowed('services/issuer/src/reasons.ts', "import { a } from './token/token-reasons.ts';");
  refused('services/issuer/src/reasons.ts', "import { a } from './issuer.ts';", /a table of reasons is data/);
  const whole = "import { a } from '@countersign/issuer/reasons';";
  allowed('services/gateway/src/trace/reader.ts', whole);
  refused('libs/shared/src/http/server/server.ts', whole, /libs\/shared does not import services\/issuer/);
  refused('libs/wallet/src/faults/faults.ts', whole, /libs\/wallet does not import services\/issuer/);
  const part = "import { a } from '@countersign/issuer/token/token-reasons';";
  refused('services/gateway/src/trace/reader.ts', part, /services\/gateway does not import services\/issuer/);
});

test('an engine is imported only behind its port; tests may import it directly', () => {
  refused(
    'libs/shared/src/store/port.ts',
    "import { Db } from 'mongodb';",
    /only .*mongo\/store\.ts imports 'mongodb'/,
  );
  allowed('libs/shared/src/bus/kafka/client.ts', "import { Kafka } from 'kafkajs';");
  allowed('libs/shared/test/store/mongo.test.ts', "import { Db } from 'mongodb';");
});

test('a pure file touches no clock, timer, randomness, network or process', () => {
  const touches = [
    'fetch(url)',
    'const get = fetch;',
    'new WebSocket(url)',
    'console.log(1)',
    'globalThis.x',
    'setTimeout(f, 1)',
    'setInterval(f, 1)',
    'setImmediate(f)',
    'queueMicrotask(f)',
    'Date.now()',
    'const clock = Date.now;',
    'new Date()',
    'new Date',
    'new Date( ).getTime()',
    'Date()',
    'performance.now()',
    'process.env.A',
    'systemClock()',
    'use({ random: systemRandom })',
    'Math.random()',
    'crypto.randomUUID()',
    'randomBytes(1)',
    'randomInt(1)',
    "generateKeyPairSync('ec')",
    `\`\${Date.now()}\``,
    `\`\${\`\${process.pid}\`}\``,
    'f(/[`\'"]/, Date.now())',
    "const a = 'x' + // '\n Date.now();",
  ];
  for (const text of touches) {
    const findings = found(TRANSITIONS, text);
    assert.ok(findings.length > 0, text);
    assert.match(findings[0] ?? '', /it is pure, and touches /, text);
  }
});

test('arguments, members, comments and texts of the same name are no findings', () => {
  const harmless = [
    'new Date(at)',
    `new Date(\`\${at}\`)`,
    'port.fetch(url)',
    'interface Port { fetch: Get; process?: Run }',
    '// Date.now()',
    '/* fetch(url) */',
    "'fetch(url)'",
    `\`Date.now() \${at} fetch(url)\``,
    '/process\\.env/.test(text)',
    'a / b; "Date.now()" / 2',
    'const settings = { fetchTimeout: 1 }',
    'type Dated = Date;',
    'random(16)',
  ];
  for (const text of harmless) allowed(TRANSITIONS, text);
});

test('a pure file imports no part that does I/O, not even its type', () => {
  const impure = [
    'store/port',
    'store/update-document',
    'cache/port',
    'bus/port',
    'runtime/service',
    'outbox/relay',
    'model/session/session-change',
    'http/outbound',
    'http/upstream',
    'http/server/server',
    'keys/vault',
    'audit/record',
  ];
  for (const part of impure) {
    for (const words of ['import', 'import type']) {
      refused(
        TRANSITIONS,
        `${words} { a } from '@countersign/shared/${part}';`,
        /it is pure, and touches '@countersign/,
      );
    }
  }
  for (const part of ['kernel/json', 'crypto/jwt', 'model/session/sessions', 'bus/catalogue', 'http/outbound-error']) {
    allowed(TRANSITIONS, `import { a } from '@countersign/shared/${part}';`);
  }
  allowed(TRANSITIONS, "import type { Transition } from '@countersign/shared/store/update-document';");
  refused(TRANSITIONS, "import { Transition } from '@countersign/shared/store/update-document';", /it is pure/);
  for (const module of ['node:fs', 'node:http', 'node:timers/promises', 'node:process']) {
    refused(TRANSITIONS, `import { a } from '${module}';`, /it is pure, and touches 'node:/);
  }
  refused(TRANSITIONS, "import { connect, isIP } from 'node:net';", /touches 'node:net'/);
  allowed(TRANSITIONS, "import { isIP } from 'node:net';\nimport { createHash } from 'node:crypto';");
});

test('a file that imports nothing impure touches neither clock nor randomness', () => {
  const file = 'services/issuer/src/client/nonce.ts';
  const pure = "import { a } from './pkce.ts';\nimport type { Clock } from '@countersign/shared/kernel/clock';\n";
  const impure = "import type { Store } from '@countersign/shared/store/port';\n";
  for (const text of ['Date.now()', 'performance.now()', 'Math.random()', 'randomBytes(1)', 'systemClock()']) {
    refused(file, `${pure}${text}`, /it is pure, and touches /);
    allowed(file, `${impure}${text}`);
  }
  allowed(file, `${pure}setTimeout(f, 1)`);
  allowed('libs/shared/src/kernel/clock.ts', 'Date.now()');
});

test('a file that imports nothing impure keeps no state between calls', () => {
  const file = 'services/issuer/src/client/nonce.ts';
  const states = [
    'let count = 0;',
    'export let last: string | undefined;',
    'const known = new WeakSet();',
    'const imported = new LRUCache<string, Key>({ max: 2000 });',
    'export const held = new WeakMap<Key, Text>();',
    'const running: WeakMap<Key, Text> =\n  new WeakMap();',
  ];
  for (const text of states) {
    refused(file, text, /it is pure, and touches (?:export )?(?:let|const)/);
    refused(TRANSITIONS, text, /it is pure, and touches /);
    allowed(file, `import type { Store } from '@countersign/shared/store/port';\n${text}`);
  }
  const ofCalls = [
    'function f() {\n  let count = 0;\n  const seen = new WeakSet();\n}',
    'export function createImport() {\n  const imported = new LRUCache({ max: 1 });\n}',
    'const create = () => new LRUCache({ max: 1 });',
    "const names = new Set(['a']);",
    'const letters = 1;',
  ];
  for (const text of ofCalls) allowed(file, text);
});

test('a literal is not spread', () => {
  const file = 'test/support/flows.ts';
  refused(file, 'const all = { ...{ a, b }, c };', /spreads a literal/);
  refused(file, 'const all = [...[a, f(b)], c];', /spreads a literal/);
  for (const text of ['[...[a].map(f)]', '{ ...(a ? {} : { b }) }', '[...rows, c]', '(...[a]: T) => a', "'...{ a }'"])
    allowed(file, `f(${text});`);
});

test('a file is at most 400 lines long, and is named after what it is about', () => {
  allowed('test/support/flows.ts', '\n'.repeat(400));
  refused('test/support/flows.ts', '\n'.repeat(401), /401 lines; 400 is the limit/);
  refused('test/support/utils.ts', '', /named after what it does/);
});

test('imports are read in each form, with whether they are of types alone', () => {
  const text = `import a, { type B, c } from 'one'; import type { D } from "two";
import { type E, type F } from './three.ts';
export { g } from 'four'; export type { H } from 'five';
import * as i from 'six';
const text = "import { x } from 'no'"; // import { y } from 'no'
const load = () => import('seven'); type Z = import('eight').Z; import 'nine';
const shown = \`import { z } from 'no'\`;
const { from } = { from: 'no' };`;
  const read = importsOf(readSource(text)) as readonly { module: string; types: boolean; line: number }[];
  const seen = read.map(({ module, types, line }) => [module, types, line]);
  assert.deepEqual(seen.sort(), [
    ['./three.ts', true, 2],
    ['eight', false, 6],
    ['five', true, 3],
    ['four', false, 3],
    ['nine', false, 6],
    ['one', false, 1],
    ['seven', false, 6],
    ['six', false, 4],
    ['two', true, 1],
  ]);
});

test('the rooms are printed in their order', () => {
  const lines = roomLines() as readonly string[];
  const names = lines.slice(1, 1 + Object.keys(rooms).length).map((line) => line.trim().split(/ {2,}/)[0]);
  assert.deepEqual([lines[0], names], ['libs/shared/src', Object.keys(rooms)]);
});
