/** A server with fixed answers, and a command that calls it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Environment } from '@countersign/shared/settings/read-settings';
import { commandOutput } from './command-output.ts';

export interface Asked {
  readonly method: string | undefined;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

export async function serveCommand(
  t: TestContext,
  command: string,
  answer: (asked: Asked) => readonly [number, object],
  env: Environment = {},
) {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const body = text === '' ? undefined : (JSON.parse(text) as Asked['body']);
    const one = { method: request.method, path: request.url ?? '', body };
    asked.push(one);
    const [status, answered] = answer(one);
    response.writeHead(status).end(JSON.stringify(answered));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const folder = mkdtempSync(join(tmpdir(), 'countersign-command-'));
  t.after(() => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const run = (...args: readonly string[]) =>
    commandOutput(command, [...args, '--url', url], { AUTH_API_KEY: 'k', ...env });
  return { asked, folder, run };
}
