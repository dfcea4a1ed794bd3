/**
 * Clients that third-party programs generate from the API description: they compile, and a backend that uses them
 * works.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { startSampleServer } from '../support/sample-server.ts';
import { API_KEY, CLIENT_SECRET, type TestServer } from '../support/server.ts';
import {
  buildWithGo,
  buildWithOapiCodegen,
  buildWithPython,
  buildWithPythonClient,
  provisionGoTools,
  provisionPythonTools,
} from './go-and-python.ts';
import {
  buildWithJava,
  buildWithOpenApiTypescript,
  buildWithTypescriptFetch,
  orSkip,
  provisionClientJars,
  provisionNodeTools,
  type SampleBackend,
} from './tools.ts';

/** What a sample backend prints. */
interface Outcome {
  readonly [member: string]: unknown;
  readonly link: string;
  readonly txCode: string;
}

function scratch(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-client-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function run({ command, args, env }: SampleBackend, ...parameters: readonly string[]): Promise<Outcome> {
  const options = { env: { ...process.env, ...env } };
  const { stdout } = await promisify(execFile)(command, [...args, ...parameters], options);
  return JSON.parse(stdout) as Outcome;
}

/** The outcome of every sample backend, in any language. */
function checkOutcome({ link, txCode, ...rest }: Outcome, expected: Readonly<Record<string, unknown>>): void {
  assert.match(link, /^openid-credential-offer:\/\//);
  assert.match(txCode, /^\d{4,6}$/);
  assert.deepEqual(rest, {
    qr: 'data:image/png;base64',
    problem: 'urn:countersign:problem:invalid_request',
    ...expected,
  });
}

describe('generated clients', () => {
  let server: TestServer;
  before(async () => {
    server = await startSampleServer();
  });
  after(() => server.close());

  test('openapi-typescript: an offer, a request and a session of variant A', async (t) => {
    const tools = await orSkip(t, provisionNodeTools);
    if (tools === undefined) return;
    const backend = await buildWithOpenApiTypescript({ folder: scratch(t), tools });
    const outcome = await run(backend, server.origin, API_KEY);
    checkOutcome(outcome, {
      stored: 'badge-a',
      status: 'waiting',
      state: 'order-a',
      listed: 1,
      pointer: '/credentialConfigurationIds/0',
    });
  });

  test('openapi-generator, typescript-fetch: the same of variant B', async (t) => {
    const tools = await orSkip(t, provisionNodeTools);
    const jars = await orSkip(t, provisionClientJars);
    if (tools === undefined || jars === undefined) return;
    const backend = await buildWithTypescriptFetch({ folder: scratch(t), tools }, jars);
    const outcome = await run(backend, server.origin, CLIENT_SECRET);
    checkOutcome(outcome, {
      stored: 'badge-b',
      city: 'Berlin',
      status: 'created',
      state: 'order-b',
      listed: 1,
      created: true,
      pointer: '/credentialConfigurationIds/0',
    });
  });

  test('openapi-generator, java: the same of variant B', async (t) => {
    const jars = await orSkip(t, provisionClientJars);
    if (jars === undefined) return;
    const backend = await buildWithJava(scratch(t), jars);
    const outcome = await run(backend, server.origin, CLIENT_SECRET);
    checkOutcome(outcome, { stored: 'badge-java', status: 'created', state: 'order-java', deliveries: 0 });
  });

  test('oapi-codegen, Go: a configuration, an offer and a request of variant A', async (t) => {
    const tools = await orSkip(t, provisionGoTools);
    if (tools === undefined) return;
    const outcome = await run(await buildWithOapiCodegen(scratch(t), tools), server.origin, API_KEY);
    checkOutcome(outcome, { stored: 'badge-oapi', status: 'created', state: 'order-oapi' });
  });

  test('openapi-generator, Go: the same of variant B', async (t) => {
    const tools = await orSkip(t, provisionGoTools);
    const jars = await orSkip(t, provisionClientJars);
    if (tools === undefined || jars === undefined) return;
    const outcome = await run(await buildWithGo(scratch(t), tools, jars.generator), server.origin, CLIENT_SECRET);
    checkOutcome(outcome, { stored: 'badge-go', status: 'created', state: 'order-go' });
  });

  test('openapi-python-client: the same of variant A', async (t) => {
    const tools = await orSkip(t, provisionPythonTools);
    if (tools === undefined) return;
    const outcome = await run(await buildWithPythonClient(scratch(t), tools), server.origin, API_KEY);
    checkOutcome(outcome, { stored: 'badge-python', status: 'created', state: 'order-python' });
  });

  test('openapi-generator, Python: the same of variant B', async (t) => {
    const tools = await orSkip(t, provisionPythonTools);
    const jars = await orSkip(t, provisionClientJars);
    if (tools === undefined || jars === undefined) return;
    const outcome = await run(await buildWithPython(scratch(t), tools, jars.generator), server.origin, CLIENT_SECRET);
    checkOutcome(outcome, { stored: 'badge-pydantic', status: 'created', state: 'order-pydantic' });
  });
});
