/** Sessions of a party that an intermediary acts for: no role reads what was presented. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import { sessions } from '@countersign/shared/test/model/every-tenant';
import { openGateway } from '../open-gateway.ts';

async function openWith(t: TestContext, change: { readonly eraseAfter?: number; readonly erased?: true }) {
  const gateway = await openGateway(t);
  const { store, vaults, clock } = gateway.platform;
  const vault = await vaults.of('default');
  const { eraseAfter, erased } = change;
  const sealedCredentials = vault.seal(
    JSON.stringify([{ id: 'pid', values: { name: 'Erika' } }]),
    'session/s/credentials',
  );
  const session = {
    id: 's',
    tenant: 'default',
    kind: 'presentation',
    createdAt: clock(),
    updatedAt: clock(),
    expiresAt: clock() + 60_000,
    handle: 'h',
    status: 'verified',
    presentation: {
      configurationId: 'question',
      requestHash: 'r',
      stateHash: 's',
      nonce: 'n',
      sealedRequest: vault.seal('{}', 'session/s/presentation'),
      failures: 0,
      ...(eraseAfter === undefined ? {} : { eraseAfter, checks: ['authenticity'] }),
      progress: {
        state: 'verified',
        verifiedAt: clock(),
        answerHash: 'a',
        ...(erased === undefined ? { sealedCredentials } : {}),
      },
    },
    pendingDeliveries: [],
    outbox: [],
  } as const satisfies Omit<SessionDocument, 'rev'>;
  assert.ok(await store.insert(sessions, session));
  return gateway;
}

const views = async (gateway: Awaited<ReturnType<typeof openGateway>>) =>
  Promise.all(['/session/s', '/session'].map(async (path) => (await gateway.a(path)).text()));

test('the administrator of an ordinary tenant reads presented claims', async (t) => {
  for (const view of await views(await openWith(t, {}))) assert.match(view, /Erika/);
});

test('for a party nobody does: the state only', async (t) => {
  for (const view of await views(await openWith(t, { eraseAfter: 60_000 }))) {
    assert.match(view, /"checks":\["authenticity"\]/);
    assert.doesNotMatch(view, /Erika|"credentials/);
    assert.match(view, /"status":"verified"/);
  }
});

test('the state says that they are erased', async (t) => {
  for (const view of await views(await openWith(t, { eraseAfter: 60_000, erased: true }))) {
    assert.match(view, /"credentialsErased":true/);
  }
});
