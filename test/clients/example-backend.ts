/** Runs the example backend of a client package: it issues a credential, asks for it again, and gets webhooks about both. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { fetchRequest, post, present, responseFields, vpTokenOf } from '@countersign/wallet/presentation/present';
import { freePort } from '../support/child-server.ts';
import { API_KEY, type TestServer } from '../support/server.ts';

export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

/** Fails if an example is longer than a page. */
export function checkLength(file: string, lines: number): void {
  const text = readFileSync(file, 'utf8').split('\n');
  assert.ok(text.filter((line) => line.trim() !== '').length <= lines, `${file} has more than ${lines} lines`);
}

/** Does what the wallet does for each line that the backend prints, until the backend has reported everything. */
export async function runExample(server: TestServer, { command, args, env }: Program): Promise<void> {
  const rotated = await server.a('/webhooks/secret/rotate', { method: 'POST', body: '{"overlap":0}' });
  const { secret } = (await rotated.json()) as { secret: string };
  const settings = { COUNTERSIGN_URL: server.url, API_KEY, WEBHOOK_SECRET: secret, PORT: String(await freePort()) };
  const backend = spawn(command, args, { env: { ...env, ...settings }, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const wanted = ['issued', 'verified', 'webhook credential.issued', 'webhook presentation.verified'];
    const left = new Set(wanted);
    let held: Parameters<typeof present>[0] | undefined;
    for await (const line of createInterface({ input: backend.stdout })) {
      const [word = '', what = ''] = line.split(' ');
      left.delete(`${word} ${what}`.trim());
      if (word === 'issue') held = await accept(server, what);
      if (word === 'verify' && held !== undefined) await answer(held, what);
      if (left.size === 0) break;
    }
    assert.deepEqual([...left], []);
  } finally {
    backend.kill();
  }
}

async function accept(server: TestServer, link: string): Promise<Parameters<typeof present>[0]> {
  const { answer, key } = await new Wallet({ issuer: server.url }).receive(link);
  return { credential: answer.json.credentials[0].credential, key };
}

async function answer(held: Parameters<typeof present>[0], link: string): Promise<void> {
  const request = await fetchRequest(link);
  const fields = responseFields(request, vpTokenOf(present(held, request), request));
  assert.equal((await post(request.response_uri, fields)).status, 200);
}
