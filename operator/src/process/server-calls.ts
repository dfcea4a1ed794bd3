/** Calls of the management API of a running server. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isObject, type Json, type JsonObject } from '@countersign/shared/kernel/json';
import type { Environment } from '@countersign/shared/settings/read-settings';

/** The server refuses a call. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly reason: string;
  readonly errors: readonly JsonObject[];

  constructor(
    message: string,
    { reason, errors }: { readonly reason: string; readonly errors: readonly JsonObject[] },
  ) {
    super(message);
    this.reason = reason;
    this.errors = errors;
  }
}

export interface ServerCalls {
  readonly get: (path: string) => Promise<JsonObject>;
  readonly post: (path: string, body: JsonObject) => Promise<JsonObject>;
}

export interface ServerAccess {
  readonly url: string;
  readonly env: Environment;
  /** Default: the global one. */
  readonly send?: typeof fetch;
}

/** Milliseconds. */
const PATIENCE = 120_000;
/** While another apply runs, which takes half a minute if its server was stopped. */
const MOST_WAITS = 45;
const WAIT = 1000;

/** With AUTH_API_KEY, or AUTH_CLIENT_ID and AUTH_CLIENT_SECRET. */
export async function openServer({ url, env, send = fetch }: ServerAccess): Promise<ServerCalls> {
  const base = url.replace(/\/$/, '');
  const ask: Ask = async (path, init) => {
    const signal = AbortSignal.timeout(PATIENCE);
    const response = await send(base + path, { redirect: 'error', signal, ...init }).catch((cause: unknown) => {
      throw new Error(`${base} does not respond`, { cause });
    });
    return answerOf(response.status, await response.text());
  };
  const credential = await credentialOf(env, ask);
  return {
    get: (path) => ask(path, { method: 'GET', headers: credential }),
    post: (path, body) => patiently(() => ask(path, postOf(body, credential))),
  };
}

/** Waits while another apply runs. */
async function patiently(call: () => Promise<JsonObject>): Promise<JsonObject> {
  for (let waits = 0; ; waits += 1) {
    try {
      return await call();
    } catch (error) {
      const waiting = error instanceof Refused && error.reason === 'bundle_apply_running';
      if (!waiting || waits >= MOST_WAITS) throw error;
      await sleep(WAIT);
    }
  }
}

type Headers = Record<string, string>;
type Ask = (
  path: string,
  init: { readonly method: string; readonly headers: Headers; readonly body?: string },
) => Promise<JsonObject>;

function postOf(body: JsonObject, credential: Headers = {}) {
  const headers = { 'content-type': 'application/json', ...credential };
  return { method: 'POST', body: JSON.stringify(body), headers };
}

async function credentialOf(env: Environment, ask: Ask): Promise<Headers> {
  const { AUTH_API_KEY: apiKey, AUTH_CLIENT_ID: id = 'root', AUTH_CLIENT_SECRET: secret } = env;
  if (apiKey) return { 'x-api-key': apiKey };
  if (!secret) throw new Error('No credential: set AUTH_API_KEY, or AUTH_CLIENT_ID and AUTH_CLIENT_SECRET');
  const { access_token: token } = await ask('/auth/token', postOf({ client_id: id, client_secret: secret }));
  return { authorization: `Bearer ${String(token)}` };
}

function answerOf(status: number, text: string): JsonObject {
  const body = jsonOf(text);
  if (status < 300 && isObject(body)) return body;
  const { detail, error_description: described, reason, errors } = isObject(body) ? body : {};
  throw new Refused(String(detail ?? described ?? `the server answers ${status}`), {
    reason: String(reason ?? ''),
    errors: Array.isArray(errors) ? errors.filter(isObject) : [],
  });
}

function jsonOf(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    // A proxy's page: the status says enough.
    return undefined;
  }
}
