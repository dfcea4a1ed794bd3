/** A backend whose claims webhook is called while the calling server is killed; its response depends on the session. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How it responds: immediately, when the test tells it to, or that it wants no more calls. */
export type Manner = 'prompt' | 'slow' | 'gone';

export interface ClaimsCall {
  /** `webhook-id`. */
  readonly id: string;
  readonly session: string;
}

export interface ClaimsBackend {
  readonly url: string;
  readonly calls: readonly ClaimsCall[];
  /** Responds to this session's waiting calls, and immediately to later ones. */
  release(session: string): void;
  close(): Promise<void>;
}

/** The level that this backend returns for a session, and for no other. */
export function levelOf(session: string): string {
  return `of-${session.slice(0, 12)}`;
}

export async function openClaimsBackend(manner: Manner): Promise<ClaimsBackend> {
  const calls: ClaimsCall[] = [];
  const held = new Map<string, (() => void)[]>();
  const released = new Set<string>();
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { session } = JSON.parse(body) as { readonly session: string };
    calls.push({ id: String(request.headers['webhook-id']), session });
    const answer = (): void => {
      if (manner === 'gone') response.writeHead(410).end();
      else response.writeHead(200).end(JSON.stringify({ member: { level: levelOf(session) } }));
    };
    if (manner !== 'slow' || released.has(session)) answer();
    else held.set(session, [...(held.get(session) ?? []), answer]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/claims`,
    calls,
    release: (session) => {
      released.add(session);
      for (const answer of held.get(session) ?? []) answer();
      held.delete(session);
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
