/** `POST /auth/token`: the token, the record of each attempt, and the response to guesses. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createInProcessCache } from '@countersign/shared/cache/in-process';
import type { OperationRequest } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { systemRandom } from '@countersign/shared/kernel/random';
import { type Environment, readSettings } from '@countersign/shared/settings/read-settings';
import { createBearerTokens } from '../../src/authenticate/bearer-token.ts';
import type { Client } from '../../src/authenticate/client.ts';
import type { ClientOf } from '../../src/authenticate/client-of.ts';
import { secretFingerprint } from '../../src/authenticate/client-secret.ts';
import { createLogin } from '../../src/authenticate/login.ts';
import { createSecretLogin } from '../../src/authenticate/secret-login.ts';
import type { TokenRequest } from '../../src/schemas/sign-in-schemas.ts';

const NOW = Date.UTC(2030, 0, 1);
const SECRET = 'the-right-secret-0123456789';
const KEY = 'j'.repeat(40);
const PUBLIC_URL = 'https://issuer.example';
const root: Client = { id: 'root', tenant: 'tenant-of-root', role: 'admin', secret: { kind: 'plain', stored: SECRET } };

function open(env: Environment = {}) {
  const { settings } = readSettings({ PUBLIC_URL, JWT_SECRET: KEY, AUTH_TOKEN_TTL: '5400', ...env });
  const records: object[] = [];
  const clock = (): number => NOW;
  const parts = {
    settings,
    clock,
    random: systemRandom,
    cache: createInProcessCache({ clock }),
    tenantStatusOf: async () => 'served' as const,
    audit: { record: async (record: object) => void records.push(record) },
  };
  const secretLogin = createSecretLogin(parts);
  const login = createLogin({ ...parts, secretLogin, clientOf: clientsOf(root) });
  const send = (body: TokenRequest) => {
    const request: OperationRequest<TokenRequest> = {
      id: 'r',
      tenant: 'default',
      method: 'POST',
      url: '',
      params: {},
      query: {},
      headers: {},
      encoding: 'json',
      body,
      address: '192.0.2.1',
    };
    return login(request);
  };
  return { records, send, code: (body: TokenRequest) => send(body).then(() => 'none', codeOf) };
}

function clientsOf(...clients: readonly Client[]): ClientOf {
  const found = async (id: string): Promise<Client | undefined> => clients.find((client) => client.id === id);
  return Object.assign(found, { forget: () => undefined });
}

const codeOf = (error: unknown): string => (error instanceof ProtocolError ? error.code : assert.fail(String(error)));

test('the right secret gets a token of its client, with the lifetime in the form of the interface', async () => {
  const { send, records } = open();
  const { body } = await send({ client_id: 'root', client_secret: SECRET });
  const { access_token: token, ...rest } = body as Record<string, unknown>;
  assert.deepEqual(rest, { token_type: 'Bearer', expires_in: '90m' });
  assert.deepEqual(await createBearerTokens({ key: KEY, issuer: PUBLIC_URL }).verify(String(token), NOW), {
    clientId: 'root',
    tenant: 'tenant-of-root',
    fingerprint: secretFingerprint(SECRET, 'root', KEY),
  });
  assert.deepEqual(records, [{ tenant: 'tenant-of-root', action: 'token.issued', client: 'root', request: 'r' }]);
});

test('whole hours and odd seconds are written as such', async () => {
  for (const [ttl, text] of [
    ['7200', '2h'],
    ['61', '61s'],
  ] as const) {
    const { body } = await open({ AUTH_TOKEN_TTL: ttl }).send({ client_id: 'root', client_secret: SECRET });
    assert.equal((body as Record<string, unknown>).expires_in, text);
  }
});

test('an unknown client and a wrong secret have the same answer; the record has only the part of a name that can be an id', async () => {
  const { code, records } = open();
  assert.equal(await code({ client_id: 'root', client_secret: 'wrong' }), 'unauthenticated');
  assert.equal(await code({ client_id: 'no-client <b>4711', client_secret: SECRET }), 'unauthenticated');
  assert.deepEqual(records, [
    { tenant: 'tenant-of-root', action: 'token.refused', client: 'root', request: 'r' },
    { tenant: '', action: 'token.refused', client: 'no-client', request: 'r' },
  ]);
});

test('over the limit a guess leaves no record, and the right secret is accepted', async () => {
  const { code, send, records } = open({ RATE_LOGIN: '2' });
  const wrong = { client_id: 'root', client_secret: 'wrong' };
  assert.deepEqual(
    [await code(wrong), await code(wrong), await code(wrong)],
    ['unauthenticated', 'unauthenticated', 'rate_limited'],
  );
  assert.equal(records.length, 2);
  assert.equal((await send({ client_id: 'root', client_secret: SECRET })).status, undefined);
});

test('without JWT_SECRET there is no such endpoint', async () => {
  const { settings } = readSettings({ PUBLIC_URL });
  const clock = (): number => NOW;
  const login = createLogin({
    settings,
    clientOf: clientsOf(),
    secretLogin: async () => assert.fail('checked'),
    clock,
    random: systemRandom,
    audit: { record: async () => assert.fail('recorded') },
  });
  await assert.rejects(login({ body: {} } as OperationRequest<TokenRequest>), (error) => codeOf(error) === 'not_found');
});
