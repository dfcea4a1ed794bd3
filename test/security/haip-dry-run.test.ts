/**
 * Dry runs of a tenant with the profile haip: attested by a provider only for the run, which opens no other session.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { OperationRequest } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { sessions } from '@countersign/shared/test/model/every-tenant';
import { createWalletProvider } from '@countersign/wallet/provider/wallet-provider';
import { ATTESTED, type HaipWorld, startHaipWorld } from '../support/haip.ts';
import { type Shape, shapes } from '../support/presentation-during-issuance.ts';

let world: HaipWorld;
before(async () => {
  world = await startHaipWorld({ profile: 'haip' });
});
after(() => world.close());

for (const shape of shapes) {
  test(`${shape.name}: the wallet of a run gets through, and its attestation is one that the tenant does not trust`, async () => {
    for (const body of [{}, { flow: 'pre_authorized_code' }]) {
      const init = { method: 'POST', body: JSON.stringify(body) };
      const answer = await shape.call(world.server, `/issuer-management/${ATTESTED}/dry-run`, init);
      const report = (await answer.json()) as { outcome: string; refusal: unknown; revoked: number };
      assert.deepEqual([report.outcome, report.revoked], ['accepted', 1], JSON.stringify(report.refusal));
    }
    const provider = createWalletProvider();
    const wallet = await world.wallet(shape, { attester: provider });
    const offer = await wallet.offer((await world.offer(shape, { flow: 'pre_authorized_code' })).uri);
    const refused = await wallet.tokenRequest(wallet.preAuthorizedParameters(offer));
    assert.equal(refused.json.error, 'invalid_client_attestation');
  });

  test(`${shape.name}: a request of a run reaches no session of another offer, nor one that is no dry run`, async () => {
    const provider = createWalletProvider();
    const made = await world.offer(shape, { flow: 'pre_authorized_code' });
    const latest = { index: 'newest', equal: [shape.tenant], order: 'descending', limit: 1 } as const;
    const [session] = (await world.server.platform.store.find(sessions, latest)).documents;
    for (const named of ['another', session?.id ?? assert.fail()]) {
      const dryRun = { until: Number.MAX_SAFE_INTEGER, session: named, walletProvider: provider.caPem };
      const wallet = await world.wallet(shape, { attester: provider, fetch: tokenCalls(shape, dryRun) });
      const offer = await wallet.offer(made.uri);
      const refused = await wallet.tokenRequest(wallet.preAuthorizedParameters(offer));
      assert.deepEqual(
        [refused.json.error, refused.json.description],
        ['invalid_client_attestation', 'A dry run can only use its own session'],
      );
    }
  });
}

/** Sends token requests to the issuer as the gateway does for a run. */
function tokenCalls({ tenant }: Shape, dryRun: OperationRequest['dryRun']): typeof fetch {
  return async (input, init = {}) => {
    const url = String(input);
    if (!url.endsWith('/authorize/token')) return fetch(input, init);
    const request: OperationRequest = {
      id: 'r',
      tenant,
      method: 'POST',
      url,
      params: {},
      query: {},
      encoding: 'form',
      body: Object.fromEntries(new URLSearchParams(String(init.body))),
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(dryRun === undefined ? {} : { dryRun }),
    };
    try {
      const { body } = await world.server.platform.call('issuer.token', request);
      return Response.json(body);
    } catch (error) {
      assert.ok(error instanceof ProtocolError);
      const { code, message, options } = error;
      return Response.json({ error: code, description: message }, { status: 400, headers: options.headers ?? {} });
    }
  };
}

test('the header of a run opens nothing to a caller that does not know its value', async () => {
  const [shape] = shapes;
  assert.ok(shape !== undefined);
  const provider = createWalletProvider();
  const fetchWithHeader: typeof fetch = (input, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set('x-countersign-dry-run', JSON.stringify({ session: 'x', walletProvider: provider.caPem }));
    return fetch(input, { ...init, headers });
  };
  const wallet = await world.wallet(shape, { attester: provider, fetch: fetchWithHeader });
  const offer = await wallet.offer((await world.offer(shape, { flow: 'pre_authorized_code' })).uri);
  const refused = await wallet.tokenRequest(wallet.preAuthorizedParameters(offer));
  assert.equal(refused.json.error, 'invalid_client_attestation');
});
