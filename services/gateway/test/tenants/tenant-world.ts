/** A tenant from the API, with one client, for tests over HTTP. */
import type { TestContext } from 'node:test';
import type { Environment } from '@countersign/shared/settings/read-settings';
import { json, type OpenGateway, openGateway } from '../open-gateway.ts';

export type Json = Record<string, never> & Record<string, unknown>;

export async function read(answer: Response): Promise<{ status: number; json: Json; headers: Headers }> {
  const text = await answer.text();
  return {
    status: answer.status,
    json: text === '' ? ({} as Json) : (JSON.parse(text) as Json),
    headers: answer.headers,
  };
}

export const post = (body?: unknown): RequestInit =>
  body === undefined ? { method: 'POST' } : { method: 'POST', body: JSON.stringify(body), headers: json };

/** Two gateways have one address. */
export const ADDRESS = { PUBLIC_URL: 'http://127.0.0.1:4711' };

export async function open(t: TestContext, env: Environment = {}) {
  const gateway = await openGateway(t, {
    env: { ...ADDRESS, ...env },
    replies: { 'status.list': async () => ({ raw: 'list' }) },
  });
  await read(await gateway.a('/tenants', post({ id: 'acme', name: 'Acme' })));
  const made = await read(await gateway.a('/tenants/acme/clients', post({ client_id: 'backend' })));
  const secret = String(made.json.client_secret);
  const as = async (clientId: string, clientSecret: string, path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${await gateway.login(clientId, clientSecret)}`);
    return read(await gateway.request(path, { ...init, headers }));
  };
  return { gateway, secret, as };
}

export const withToken = (gateway: OpenGateway, token: string, path: string): Promise<number> =>
  gateway.request(path, { headers: { authorization: `Bearer ${token}` } }).then(({ status }) => status);
