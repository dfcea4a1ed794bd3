/** A disclosure policy: in the metadata, refused where it may not be, and changed only with a revocation. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { auditRecords } from '@countersign/shared/test/model/every-tenant';
import { read } from '@countersign/wallet/sending/answer';
import { beginWithToken, credentialBody, PRE_AUTHORIZED_FLOW } from '../support/flows.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';
import { credentialConfiguration } from '../support/tenant-ids.ts';

let server: TestServer;
before(async () => {
  server = await startSampleServer();
});
after(() => server.close());

const policy = {
  id: 'https://library.example/policies/1',
  type: 'parties',
  description: 'Only libraries may see the card',
  parties: [{ identifier: 'NTRDE-HRB1', subject_dn: 'CN=City library,C=DE' }],
};

async function put(more: object = {}, query = '') {
  const body = JSON.stringify({ ...credentialConfiguration('card'), ...more });
  return read(await server.a(`/issuer-management${query}`, { method: 'POST', body }));
}

async function published(): Promise<unknown> {
  const { json } = await read(await fetch(`${server.url}/.well-known/openid-credential-issuer`));
  const all = json.credential_configurations_supported as Record<string, { readonly credential_metadata?: object }>;
  return Reflect.get(all.card?.credential_metadata ?? {}, 'embedded_disclosure_policy');
}

async function issue(): Promise<string> {
  const offer = { credentialConfigurationIds: ['card'], claims: { card: {} }, ...PRE_AUTHORIZED_FLOW };
  const { wallet, token, session } = await beginWithToken(server, offer);
  const answer = await wallet.credential(token, await credentialBody(wallet, { id: 'card' }));
  assert.equal(answer.status, 200, answer.text);
  return session;
}

async function statusOf(session: string): Promise<unknown> {
  const { json } = await read(await server.a(`/status-management/${session}`));
  return (json as unknown as readonly { readonly status: number }[])[0]?.status;
}

test('the metadata has it by value; an error is refused with its place', async () => {
  assert.equal((await put({ disclosure_policy: policy })).status, 201);
  assert.deepEqual(await published(), {
    policy_uri: policy.id,
    policy_type: 'authorized_rp_only',
    description: policy.description,
    authorized_parties: policy.parties,
  });
  for (const [more, pointer] of [
    [
      { disclosure_policy: { ...policy, parties: [...policy.parties, ...policy.parties] } },
      '/disclosure_policy/parties/1',
    ],
    [
      { disclosure_policy: { ...policy, parties: Array.from({ length: 10_000 }, (_, n) => ({ identifier: `${n}` })) } },
      '/disclosure_policy/parties',
    ],
    [{ disclosure_policy: policy, config: { format: 'dc+sd-jwt', vct: 'urn:eudi:pid:de:1' } }, '/disclosure_policy'],
  ] as const) {
    const { status, json } = await put(more);
    const errors = json.errors as readonly { readonly pointer: string }[];
    assert.deepEqual(
      [status, errors.map((error) => error.pointer).includes(pointer)],
      [400, true],
      JSON.stringify(json),
    );
  }
});

test('with credentials a change is refused with their number; revokeExisting revokes all of them, with one record per list', async () => {
  const sessions = [await issue(), await issue()];
  const changed = { ...policy, id: 'https://library.example/policies/2' };
  const refused = await put({ disclosure_policy: changed });
  assert.deepEqual([refused.status, refused.json.reason], [409, 'disclosure_policy_changed']);
  assert.match(String(refused.json.detail), /^2 credentials /);
  assert.equal((await put({ disclosure_policy: policy })).status, 201);
  assert.deepEqual(await Promise.all(sessions.map(statusOf)), [0, 0]);
  const bySessions = await put({ disclosure_policy: changed }, '?revokeExisting=yes');
  assert.equal(bySessions.status, 400);
  assert.equal((await put({ disclosure_policy: changed }, '?revokeExisting=true')).status, 201);
  assert.deepEqual(await Promise.all(sessions.map(statusOf)), [1, 1]);
  assert.equal(((await published()) as { readonly policy_uri?: string }).policy_uri, changed.id);
  const { documents } = await server.platform.store.find(auditRecords, { index: 'age', limit: 10_000 });
  const records = documents.filter(({ data }) => data?.reason === 'disclosure_policy_changed');
  assert.deepEqual(
    records.map(({ client, subject, data }) => [client, subject, data?.entries]),
    [['api-key', 'card', 2]],
  );
  // Nothing is left to revoke.
  assert.equal((await put({})).status, 201);
  assert.equal(await published(), undefined);
});

test('a configuration with a policy and credentials is deleted only with their revocation', async () => {
  assert.equal((await put({ disclosure_policy: policy })).status, 201);
  const session = await issue();
  const path = '/issuer-management/card';
  assert.equal((await server.a(path, { method: 'DELETE' })).status, 409);
  assert.equal((await server.a(`${path}?revokeExisting=true`, { method: 'DELETE' })).status, 200);
  assert.equal(await statusOf(session), 1);
});
