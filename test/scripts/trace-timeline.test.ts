/** `npm run trace`: its text, and the command against a server. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { ROOT } from '../cluster/cluster-processes.ts';

interface Style {
  readonly colored: boolean;
  readonly verbose: boolean;
}

interface Timeline {
  entryText(entry: object, style: Style): string;
  traceText(trace: object, style: Style): string;
  problemText(text: string): string;
  eventReader(): (piece: string) => readonly { id?: string; event: string; data: unknown }[];
}
const { entryText, traceText, problemText, eventReader }: Timeline = await import(
  join(ROOT, 'scripts/trace-timeline.mjs')
);

const plain = { colored: false, verbose: false };

const ok = {
  id: '1',
  at: '2026-01-26T09:30:00.125Z',
  step: 'offer',
  who: 'wallet',
  method: 'GET',
  route: '/offer/{offerId}',
  status: 200,
  ms: 3,
  outcome: 'ok',
  request: 'r1',
};
const refused = {
  ...ok,
  id: '2',
  step: 'token',
  method: 'POST',
  route: '/authorize/token',
  status: 400,
  outcome: 'refused',
  request: 'r2',
  error: 'invalid_grant',
  reason: 'code_unknown',
  explanation: 'The code is unknown.',
  hint: 'Send it unchanged.',
  standard: { document: 'RFC 6749', section: '5.2' },
  blame: 'wallet',
  facts: { expectedAny: ['a', 'b'], count: 2 },
  checks: [
    { check: 'checkOne', ok: true },
    { check: 'checkTwo', ok: false },
  ],
  userAgent: 'wallet\u001b[2J/1.0',
};

test('a line for each request; under a refusal why, and what to change', () => {
  const indent = ' '.repeat(14);
  assert.equal(
    traceText({ entries: [ok, refused], gaps: [{ after: '1', count: 7, cause: 'limit' }] }, plain),
    [
      '09:30:00.125  wallet    offer           GET /offer/{offerId}  200 in 3 ms  ok',
      `${indent}7 entries are missing: a trace keeps the first 50 and the last 150`,
      '09:30:00.125  wallet    token           POST /authorize/token  400 in 3 ms  refused invalid_grant',
      `${indent}code_unknown: The code is unknown.`,
      `${indent}-> Send it unchanged.`,
      `${indent}expectedAny: a, b`,
      `${indent}count: 2`,
      `${indent}user agent: wallet?[2J/1.0`,
      `${indent}RFC 6749, 5.2 · to change by: wallet · request r2`,
      '',
    ].join('\n'),
  );
});

test('colors only where they are asked for, and never those of a client', () => {
  const escapes = (text: string) => text.split('\u001b').length - 1;
  assert.equal(escapes(entryText(refused, plain)), 0);
  assert.ok(escapes(entryText(refused, { colored: true, verbose: true })) > 4);
  assert.ok(!entryText(refused, { colored: true, verbose: true }).includes('\u001b[2J'));
});

test('names of checks only with verbose', () => {
  assert.match(entryText(refused, { colored: false, verbose: true }), /checked: checkOne ok, checkTwo no\n/);
});

test('a problem is said in words, and any other text is cut', () => {
  const problem = { title: 'Forbidden', detail: 'The role does not allow it', hint: 'Use another client', status: 403 };
  assert.equal(problemText(JSON.stringify(problem)), 'Forbidden. The role does not allow it. Use another client');
  assert.equal(problemText('<html>\u001b[2J'), '<html>?[2J');
  assert.equal(problemText(`"${'x'.repeat(900)}"`).length, 500);
});

test('a reader that closes early ends the command without a stack trace', async (t) => {
  const { url } = await serve(t);
  const child = spawn(process.execPath, [join(ROOT, 'scripts/trace.mjs'), 'long'], {
    env: { PATH: process.env.PATH, PUBLIC_URL: url, AUTH_API_KEY: 'k' },
  });
  let error = '';
  child.stderr.on('data', (text) => {
    error += text;
  });
  child.stdout.once('data', () => child.stdout.destroy());
  await new Promise((resolve) => child.once('close', resolve));
  assert.equal(error, '');
});

test('events are read from pieces', () => {
  const read = eventReader();
  assert.deepEqual(read(':\n\nid: 4\nevent: entry\nda'), []);
  assert.deepEqual(read('ta: {"a":1}\n\nevent: end\ndata: {}\n\nid: 5'), [
    { id: '4', event: 'entry', data: { a: 1 } },
    { id: undefined, event: 'end', data: {} },
  ]);
});

/** A server that responds like the API, and breaks off the first stream. */
async function serve(t: TestContext) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const { 'last-event-id': last, authorization, 'x-api-key': key } = request.headers;
    asked.push([request.url, last, authorization ?? key].filter((part) => part !== undefined).join(' '));
    if (request.url === '/auth/token') return response.end('{"access_token":"t"}');
    const ofRoot = request.url === '/session/root/trace' && key !== undefined;
    if (request.url === '/session/none/trace' || ofRoot) return response.writeHead(404).end('{"title":"Not found"}');
    if (request.url === '/session/long/trace') {
      return response.end(JSON.stringify({ entries: Array.from({ length: 20_000 }, () => refused) }));
    }
    if (request.headers.accept !== 'text/event-stream') return response.end(JSON.stringify({ entries: [ok] }));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (last === '0') return response.end(`id: 1\nevent: entry\ndata: ${JSON.stringify(ok)}\n\n`);
    return response.end(`id: 2\nevent: entry\ndata: ${JSON.stringify(refused)}\n\nevent: end\ndata: {}\n\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function run(
  args: readonly string[],
  env: Record<string, string>,
): Promise<{ code: number | null; out: string; error: string }> {
  const child = spawn(process.execPath, [join(ROOT, 'scripts/trace.mjs'), ...args], {
    env: { PATH: process.env.PATH, ...env },
  });
  let [out, error] = ['', ''];
  child.stdout.on('data', (text) => {
    out += text;
  });
  child.stderr.on('data', (text) => {
    error += text;
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, out, error })));
}

test('the command: credentials of the environment, a trace, a stream that continues, and exit codes', async (t) => {
  const { url, asked } = await serve(t);
  const env = { PUBLIC_URL: url, AUTH_API_KEY: 'k' };
  const [shown, followed, json, unknown, wrong, away] = await Promise.all([
    run(['s'], env),
    run(['--follow', 's', '--url', `${url}/`], { AUTH_CLIENT_SECRET: 'c' }),
    run(['--unmatched', '--json'], env),
    run(['none'], env),
    run([], env),
    run(['s', '--url', 'http://127.0.0.1:9'], env),
  ]);
  assert.deepEqual([shown.code, shown.out], [0, entryText(ok, plain)]);
  assert.deepEqual([followed.code, followed.out], [0, entryText(ok, plain) + entryText(refused, plain)]);
  assert.deepEqual([json.code, JSON.parse(json.out)], [0, ok]);
  assert.deepEqual([unknown.code, wrong.code, away.code], [1, 2, 3]);
  assert.match(unknown.error, /has no session none for these credentials.*another tenant:\ngive --client-id/);
  assert.doesNotMatch(unknown.error, /\b404\b|\{/);
  for (const one of [
    '/session/s/trace k',
    '/auth/token',
    '/session/s/trace 0 Bearer t',
    '/session/s/trace 1 Bearer t',
  ]) {
    assert.ok(asked.includes(one), `${one} of ${asked.join(', ')}`);
  }
  assert.ok(asked.includes('/trace?unmatched=true k'));
});

test('the command: without credentials it takes the generated secrets, of both variants', async (t) => {
  const { url, asked } = await serve(t);
  const folder = mkdtempSync(join(tmpdir(), 'countersign-trace-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'secrets.json'), JSON.stringify({ AUTH_API_KEY: 'own', AUTH_CLIENT_SECRET: 'c' }));
  const env = { PUBLIC_URL: url, DATA_FOLDER: folder };
  const [ofDefault, ofRoot, none, lacking] = await Promise.all([
    run(['s'], env),
    run(['root'], env),
    run(['none'], env),
    run(['s'], { ...env, DATA_FOLDER: join(folder, 'empty') }),
  ]);
  assert.deepEqual([ofDefault.code, ofRoot.code, none.code, lacking.code], [0, 0, 1, 2]);
  assert.ok(asked.includes('/session/s/trace own'));
  assert.ok(asked.includes('/session/root/trace Bearer t'));
  assert.ok(!asked.includes('/session/s/trace Bearer t'));
});
