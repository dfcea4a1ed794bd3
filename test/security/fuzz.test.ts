/**
 * Random and near-valid requests for every path of the route table, in both variants. Each gets a response in the
 * route's own words, never a failure. `FUZZ_REQUESTS=20000 FUZZ_SEED=3 npm test -- fuzz` sends more.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { compileRoutes, decodePath } from '@countersign/gateway/edge/match';
import type { ErrorStyle } from '@countersign/gateway/errors/to-wire';
import { allPaths } from '@countersign/gateway/routes/routes';
import { type Answer, read } from '@countersign/wallet/sending/answer';
import fc from 'fast-check';
import { begin, credentialBody, PRE_AUTHORIZED_FLOW } from '../support/flows.ts';
import { asText, type FuzzRequest, fuzzRequest, fuzzSpec, type Target } from '../support/fuzz-request.ts';
import { type FuzzWorld, openFuzzWorld } from '../support/fuzz-world.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 2000);
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121);
const match = compileRoutes({ a: true, b: true });

const targets = allPaths();
/** A body has more to get wrong than a path. */
const weightOf = ({ route }: Target): number => (route.method === 'POST' ? 3 : 1);
const total = targets.reduce((sum, target) => sum + weightOf(target), 0);

describe('fuzz', () => {
  let server: TestServer;
  let world: FuzzWorld;
  let sent = 0;
  const statuses = new Map<number, number>();
  before(async () => {
    server = await startSampleServer({ env: { RATE_LOGIN: '1000000', RATE_WALLET: '0', RATE_OPEN: '0' } });
    world = await openFuzzWorld(server);
  });
  const agent = new Agent({ keepAlive: true });
  after(async () => {
    agent.destroy();
    await server.close();
  });

  for (const [index, target] of targets.entries()) {
    it(`${target.route.method} ${target.path}`, async () => {
      const numRuns = Math.ceil((REQUESTS * weightOf(target)) / total);
      const property = fc.asyncProperty(fuzzSpec, async (spec) => {
        await world.prepare(target.route, target.owner);
        const request = fuzzRequest(world, target, spec);
        sent += 1;
        const from = server.lines.length;
        const answer = await exchange(server, agent, request);
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        const findings = [...check(request, answer), ...errorLines(server.lines.slice(from))];
        if (findings.length > 0) {
          throw new Error(`${asText(request)}\n-> ${answer.status} ${answer.text}\n${findings.join('\n')}`);
        }
      });
      const found = await fc.check(property, { numRuns, seed: SEED + index });
      if (found.failed) {
        const reason = found.errorInstance instanceof Error ? found.errorInstance.message : String(found.errorInstance);
        assert.fail(`${reason}\n(FUZZ_SEED=${SEED}, shrunk ${found.numShrinks} times)`);
      }
    });
  }

  it('and the server issues as before', async (t) => {
    const { wallet, offer } = await begin(server, PRE_AUTHORIZED_FLOW);
    const token = await wallet.redeem(offer);
    const issued = await wallet.credential(token.json.access_token, await credentialBody(wallet));
    assert.equal(issued.status, 200, issued.text);
    assert.equal((await server.request('/health')).status, 200);
    assert.deepEqual(errorLines(server.lines), []);
    const counts = [...statuses].sort(([one], [other]) => one - other).map(([status, count]) => `${status}: ${count}`);
    t.diagnostic(`${sent} requests; ${counts.join(', ')}`);
    assert.ok(sent >= REQUESTS);
    // Requests that all fail authentication would test only authentication.
    assert.ok((statuses.get(200) ?? 0) + (statuses.get(201) ?? 0) > sent / 10, 'hardly a request was valid');
  });
});

/** Not by `fetch`: it would put dot segments right before they are sent. */
async function exchange(
  server: TestServer,
  agent: Agent,
  { method, path, headers, body }: FuzzRequest,
): Promise<Answer> {
  const { hostname, port } = new URL(server.origin);
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  const sent = httpRequest({ hostname, port, agent, method, path, headers: { ...headers, ...length } });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const fields = Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)]);
  const answer = await read(new Response(Buffer.concat(chunks), { headers: fields }));
  return { ...answer, status: response.statusCode ?? 0 };
}

function errorLines(lines: readonly string[]): string[] {
  return lines.filter((line) => line.includes('"level":"error"'));
}

/** What is wrong with a response. */
function check({ method, path }: FuzzRequest, { status, headers, text, json }: Answer): string[] {
  const id = headers.get('x-request-id') ?? '';
  const findings: string[] = [];
  if (!/^[\w-]{16}$/.test(id)) findings.push('no x-request-id');
  if (status >= 500 && !isAllowedFailure(method, { status, headers, text })) findings.push(`status ${status}`);
  if (/\n? {4}at |node:internal|node_modules/.test(text)) findings.push('a stack leaks');
  if (status < 400) {
    const type = headers.get('content-type') ?? '';
    if (type.includes('json') && method !== 'HEAD' && json === undefined) findings.push('a success that is no JSON');
    return findings;
  }
  if (method === 'HEAD') return findings;
  return [...findings, ...checkError(styleOf(method, path), { status, headers, text, json }, id)];
}

/** 501: not built yet; 503: one with Retry-After. */
function isAllowedFailure(method: string, { status, headers, text }: Omit<Answer, 'json'>): boolean {
  return status === 501
    ? method === 'HEAD' || text.includes('not_built')
    : status === 503 && headers.get('retry-after') !== null;
}

function styleOf(method: string, path: string): ErrorStyle {
  const segments = decodePath(path);
  const matches = segments === undefined ? [] : match(segments);
  return (matches.find(({ route }) => route.method === method) ?? matches[0])?.route.errors ?? 'problem';
}

function checkError(style: ErrorStyle, { status, headers, text, json }: Answer, id: string): string[] {
  const type = headers.get('content-type') ?? '';
  switch (style) {
    case 'problem': {
      const right =
        type === 'application/problem+json' &&
        json?.status === status &&
        json.instance === `urn:countersign:request:${id}` &&
        [json.type, json.title, json.detail].every((member) => typeof member === 'string' && member !== '');
      return right ? [] : ['no problem document'];
    }
    case 'page': {
      const right = type.startsWith('text/html') && (headers.get('content-security-policy') ?? '').includes("'none'");
      return right && !/<svg|<script/i.test(text) ? [] : ['no error page'];
    }
    case 'oauth':
    case 'resource': {
      const right =
        type === 'application/json' &&
        /^[a-z_]+$/.test(json?.error) &&
        /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/.test(json.error_description) &&
        (headers.get('cache-control') ?? '').includes('no-store');
      return right ? [] : ['no OAuth error'];
    }
  }
}
