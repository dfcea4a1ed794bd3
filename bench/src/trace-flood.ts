/**
 * Many refused requests that match no session: what they leave in memory and store, and what a quiet tenant still has.
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'undici';
import { API_KEY, type ServerProcess, startServerProcess } from './server/server-process.ts';

const CLIENT_SECRET = 'bench-client-secret-0123456789';
const CONCURRENCY = 32;

/** @param count requests: to the token endpoint of one tenant, and to unknown paths, in turns */
export async function flood(root: string, count: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-flood-'));
  const variantB = { AUTH_CLIENT_SECRET: CLIENT_SECRET, JWT_SECRET: 'bench-jwt-secret-0123456789-abcdefghijk' };
  const server = await startServerProcess(root, { TRACE: 'all', ...variantB }, folder);
  try {
    const quiet = await fetch(`${server.url}/root/authorize/token`, wrongCode('of-the-quiet-tenant'));
    // Warm-up memory of the process is not growth.
    await send(server, 5000);
    await written();
    show('before', server, folder);
    const begun = performance.now();
    await send(server, count);
    print(`${count} requests in ${((performance.now() - begun) / 1000).toFixed(0)} s, ${CONCURRENCY} at a time`);
    await written();
    show('after', server, folder);
    const loud = await unmatched(server, { 'x-api-key': API_KEY });
    print(`variant A reads ${loud.entries.length} entries, ${JSON.stringify(loud).length} bytes of JSON`);
    const own = await unmatched(server, { authorization: `Bearer ${await login(server)}` });
    const kept = own.entries.some(({ request }) => request === quiet.headers.get('x-request-id'));
    print(`the request of the quiet tenant ${kept ? 'is still there' : 'IS LOST'}`);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function send(server: ServerProcess, count: number): Promise<void> {
  const pool = new Pool(server.url, { connections: CONCURRENCY, pipelining: 1 });
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) {
      next += 1;
      const request =
        next % 2 === 0
          ? { method: 'GET' as const, path: `/path-${next}/of-nothing` }
          : { method: 'POST' as const, path: '/authorize/token', ...rawWrongCode(`code-${next}`) };
      const { statusCode, body } = await pool.request(request);
      await body.dump();
      if (statusCode < 400) throw new Error(`answered ${statusCode}`);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  await pool.close();
}

function rawWrongCode(code: string) {
  const grant = 'urn:ietf:params:oauth:grant-type:pre-authorized_code';
  const body = new URLSearchParams({ grant_type: grant, 'pre-authorized_code': code }).toString();
  return { headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'x'.repeat(200) }, body };
}

function wrongCode(code: string): RequestInit {
  return { method: 'POST', ...rawWrongCode(code) };
}

async function unmatched(server: ServerProcess, headers: Record<string, string>) {
  const answer = await fetch(`${server.url}/trace?unmatched=true`, { headers });
  return (await answer.json()) as { readonly entries: readonly { readonly request: string }[] };
}

async function login(server: ServerProcess): Promise<string> {
  const body = new URLSearchParams({ client_id: 'root', client_secret: CLIENT_SECRET });
  const answer = await fetch(`${server.url}/auth/token`, { method: 'POST', body });
  return ((await answer.json()) as { access_token: string }).access_token;
}

function show(when: string, server: ServerProcess, folder: string): void {
  const { all, own, mapped } = server.memory();
  print(`${when}: RSS ${all} MB (own ${own}, mapped file ${mapped}), store ${(bytesIn(folder) / 1e6).toFixed(2)} MB`);
}

function bytesIn(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  // Blocks: the store's file has holes.
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).blocks * 512, 0);
}

/** Entries are written shortly after the response. */
function written(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1500));
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
