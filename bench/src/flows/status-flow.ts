/** Status changes by the backend, and status lists as verifiers fetch them. */
import type { Load } from '../load/closed-loop.ts';
import type { ServerProcess } from '../server/server-process.ts';
import { backendHeaders, backendPaths } from '../server/site.ts';
import { inTurn } from './issuance-flow.ts';

/**
 * Calls that set the status of a session's credentials: revoked for each session in turn, then valid for each, and so
 * on, so that every call changes something.
 */
export function revokeLoad(server: ServerProcess, sessions: readonly string[]): Load<'status', string> {
  // Counted across all runs: each continues where the previous one ended.
  let calls = 0;
  return {
    server,
    steps: ['status'],
    flow: async (call) => {
      const number = calls;
      calls += 1;
      const sessionId = inTurn(sessions, number);
      const status = statusOf(number, sessions.length);
      await call('status', 'POST', backendPaths(server).status, 201, {
        headers: backendHeaders(server),
        body: JSON.stringify({ sessionId, status }),
      });
      return sessionId;
    },
  };
}

/** 1 (revoked) in the first turn over all sessions, 0 (valid) in the second, and so on. */
export function statusOf(call: number, sessions: number): 0 | 1 {
  return Math.floor(call / sessions) % 2 === 0 ? 1 : 0;
}

/** How a verifier requests a list. */
export interface ListRequest {
  readonly accept: 'application/statuslist+jwt' | 'application/statuslist+cwt';
  /** Asks with the ETag of the list that it has. */
  readonly unchanged?: boolean;
}

/** Fetches of a status list. */
export async function listLoad(
  server: ServerProcess,
  uri: string,
  { accept, unchanged = false }: ListRequest,
): Promise<Load<'status list', string>> {
  const { pathname } = new URL(uri);
  const first = await fetch(server.url + pathname, { headers: { accept } });
  const etag = first.headers.get('etag');
  if (first.status !== 200 || first.headers.get('content-type') !== accept)
    throw new Error(`The status list answered ${first.status}, ${first.headers.get('content-type')}`);
  if (unchanged && etag === null) throw new Error('The status list has no ETag');
  const headers = { accept, ...(unchanged && etag !== null ? { 'if-none-match': etag } : {}) };
  return {
    server,
    steps: ['status list'],
    flow: (call) => call('status list', 'GET', pathname, unchanged ? 304 : 200, { headers }),
  };
}

/** Address of the status list of a credential: an SD-JWT VC. */
export function listOf(credential: string): string {
  const [jwt = ''] = credential.split('~');
  return JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString('utf8')).status.status_list.uri;
}
