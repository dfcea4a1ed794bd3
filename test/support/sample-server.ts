/** A server with the sample configuration that ships, for tests of whole flows. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copySamples } from './samples.ts';
import { openServer, type ServerOptions, type TestServer } from './server.ts';

/** Starts it; the caller closes it. Management requests with a body are JSON unless they specify otherwise. */
export async function startSampleServer(options: ServerOptions = {}): Promise<TestServer> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'countersign-sample-'));
  copySamples(folder);
  const server = await openServer({ ...options, folder, keep: options.folder !== undefined });
  return {
    ...server,
    a: (path, init) => server.a(path, asJson(init)),
    b: (path, init) => server.b(path, asJson(init)),
    close: async () => {
      await server.close();
      if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

function asJson(init: RequestInit = {}): RequestInit {
  if (init.body === undefined) return init;
  const headers = new Headers(init.headers);
  if (!headers.has('content-type')) headers.set('content-type', 'application/json');
  return { ...init, headers };
}
