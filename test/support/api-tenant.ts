/** A tenant without files: created through the API, with its own administrator. */
import assert from 'node:assert/strict';
import { type Answer, read } from '@countersign/wallet/sending/answer';
import type { TestServer } from './server.ts';
import { credentialConfiguration } from './tenant-ids.ts';

export interface ApiTenant {
  readonly id: string;
  readonly issuer: string;
  /** A management call of its administrator. @param body is sent as JSON */
  call(method: string, path: string, body?: unknown): Promise<Answer>;
  /** The link of an offer with an authorization code. */
  offer(): Promise<string>;
}

/** Creates the tenant, its client, and the credential configuration `card`. */
export async function makeApiTenant(server: TestServer, id: string): Promise<ApiTenant> {
  const platform = async (path: string, body: object): Promise<Answer> => {
    const answer = await read(await server.a(path, { method: 'POST', body: JSON.stringify(body) }));
    assert.equal(answer.status, 201, answer.text);
    return answer;
  };
  await platform('/tenants', { id });
  const { client_id, client_secret } = (await platform(`/tenants/${id}/clients`, { role: 'admin' })).json;
  const form = new URLSearchParams({ client_id, client_secret });
  const token = (await read(await server.request('/auth/token', { method: 'POST', body: form }))).json.access_token;
  const call: ApiTenant['call'] = async (method, path, body) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    return read(await server.request(path, { method, headers, ...init }));
  };
  const written = await call('POST', '/issuer-management', credentialConfiguration('card'));
  assert.equal(written.status, 201, written.text);
  return {
    id,
    issuer: `${server.url}/${id}`,
    call,
    offer: async () => {
      const asked = { response_type: 'uri', credentialConfigurationIds: ['card'], flow: 'authorization_code' };
      const { status, json, text } = await call('POST', '/issuer-management/offer', asked);
      assert.equal(status, 201, text);
      return json.uri ?? json.link;
    },
  };
}
