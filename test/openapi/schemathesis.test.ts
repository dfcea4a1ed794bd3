/**
 * Every response matches the API description: status, content type and body, for valid requests and for others.
 * `FUZZ_REQUESTS=50000 FUZZ_SEED=7 npm test -- openapi/schemathesis` sends at least so many, others for each seed.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { startSampleServer } from '../support/sample-server.ts';
import { API_KEY, CLIENT_SECRET, type TestServer } from '../support/server.ts';
import { provisionSchemathesis, runSchemathesis } from './schemathesis.ts';
import { type Shape, seededDescription } from './seeded-description.ts';
import { orSkip } from './tools.ts';

/** For each operation; a run should end within half a minute. */
const USUAL_REQUESTS = 5;
/** Of both variants together. */
const WANTED = Number(process.env.FUZZ_REQUESTS ?? 0);
const SEED = process.env.FUZZ_SEED === undefined ? undefined : Number(process.env.FUZZ_SEED);

/** Operations that must have succeeded at least once, in either variant. Without them little would be tested. */
const SUCCEEDED = [
  'issuer.metadata',
  'issuer.offer.create',
  'issuer.offer.get',
  'issuer.token',
  'issuer.nonce',
  'issuer.vct',
  'issuer.configuration.put',
  'verifier.request.create',
  'verifier.request.get',
  'verifier.configuration.put',
  'status.list',
  'status.update',
  'status.entries',
  'gateway.session.list',
  'gateway.session.get',
  'gateway.session.delete',
  'gateway.audit',
  'gateway.public-file',
  'dispatcher.deliveries',
  'dispatcher.delivery.list',
  'dispatcher.replay-many',
  'dispatcher.secret.get',
  'dispatcher.secret.rotate',
  'gateway.webhook.test',
  'gateway.configurations.export',
  'gateway.configurations.import',
  'gateway.bundle.list',
  'gateway.bundle.plan',
  'gateway.bundle.apply',
  'status.lists',
];

interface LoggedRequest {
  readonly message: string;
  readonly operation?: string;
  readonly status?: number;
}

function requestsOf({ lines }: TestServer): readonly LoggedRequest[] {
  return lines.map((line) => JSON.parse(line) as LoggedRequest).filter(({ message }) => message === 'request');
}

/** The description reduced to these paths. */
function only(description: JsonObject, wanted: (path: string) => boolean): JsonObject {
  const paths = Object.entries(description.paths as JsonObject).filter(([path]) => wanted(path));
  return { ...description, paths: Object.fromEntries(paths) };
}

function countOperations({ paths }: JsonObject): number {
  return Object.values(paths as JsonObject).reduce<number>(
    (sum, path) => sum + Object.keys(path as JsonObject).length,
    0,
  );
}

async function check(t: TestContext, shape: Shape, wanted: (path: string) => boolean): Promise<void> {
  const schemathesis = await orSkip(t, provisionSchemathesis);
  if (schemathesis === undefined) return;
  const server = await startSampleServer({ env: { RATE_WALLET: '0', RATE_OPEN: '0' } });
  const folder = mkdtempSync(join(tmpdir(), 'countersign-schemathesis-'));
  t.after(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const description = only(await seededDescription(server, shape), wanted);
  const auth = shape === 'a' ? { apiKey: API_KEY } : { bearer: await login(server) };
  const { origin } = server;
  const requestsEach = Math.max(USUAL_REQUESTS, Math.ceil(WANTED / 2 / countOperations(description)));
  await runSchemathesis(schemathesis, { folder, origin, description, auth, requests: requestsEach, seed: SEED });

  const requests = requestsOf(server);
  t.diagnostic(`${requests.length} requests to variant ${shape}`);
  assert.ok(requests.length >= WANTED / 2, `only ${requests.length} requests were sent`);
  assert.deepEqual(
    requests.filter(({ status = 0 }) => status >= 500 && status !== 501),
    [],
  );
  const succeeded = new Set(requests.filter(({ status = 0 }) => status < 300).map(({ operation }) => operation));
  assert.deepEqual(
    SUCCEEDED.filter((operation) => !succeeded.has(operation)),
    [],
    'operations without success',
  );
}

async function login(server: TestServer): Promise<string> {
  const body = new URLSearchParams({ client_id: 'root', client_secret: CLIENT_SECRET });
  const answer = await server.request('/auth/token', { method: 'POST', body });
  return String(((await answer.json()) as { readonly access_token: unknown }).access_token);
}

// Aliases of paths that are already tested, streams, which have no end, and suspension, after which a tenant returns 503.
const SKIPPED =
  /^\/(sessions|presentations|credentials\/config)|^\/\{tenantId\}\/credentials|^\/\.well-known\/.*\{tenantId\}$|\/events$|\/suspend$/;
const OF_B =
  /\{tenantId\}|^\/auth\/token$|^\/issuer-management\/offer$|^\/presentation-management\/request$|^\/session\/revoke$/;
const OF_A =
  /^\/(vci|oid4vp|authorize|issuer-managment|public|credentials\/(vct|schema)|\.well-known|health|docs|openapi)|^\/status-management(\/status-list.*)?$/;

test('variant A: every answer is described', (t) => check(t, 'a', (path) => !OF_B.test(path) && !SKIPPED.test(path)));

test('variant B: every answer is described', (t) => check(t, 'b', (path) => !OF_A.test(path) && !SKIPPED.test(path)));
