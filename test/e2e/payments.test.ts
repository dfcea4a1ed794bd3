/** A bank's customer confirms payments: the request, the wallet's proof, and what the backend learns. */

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { authenticationCodes } from '@countersign/shared/test/model/every-tenant';
import { type HeldCredential, post, present, responseFields } from '@countersign/wallet/presentation/present';
import { confirmationOf } from '@countersign/wallet/presentation/transaction-data';
import { read } from '@countersign/wallet/sending/answer';
import { sessionOf } from '../support/flows.ts';
import { mdlQuery } from '../support/mdl.ts';
import { cardConfiguration, holdCard, holderOf, payment, paymentQuestion } from '../support/payments.ts';
import { type Backend, makeFetchedRequest, makeRequest, openBackend } from '../support/presentation.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';

describe('a payment', () => {
  let server: TestServer;
  let backend: Backend;
  let card: HeldCredential;
  before(async () => {
    server = await startSampleServer({ env: { OUTBOUND_ALLOW: '127.0.0.1' } });
    backend = await openBackend();
    server.writeConfig('issuance/card.json', cardConfiguration);
    server.writeConfig('presentation/payment.json', paymentQuestion);
    card = await holdCard(server);
  });
  after(async () => {
    await server.close();
    await backend.close();
  });

  const asked = { requestId: 'payment', transaction_data: [payment] };

  it('the card has the hash of its type metadata, which says what it confirms', async () => {
    const answer = await fetch(`${server.url}/credentials/vct/card`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    const { category, transaction_data_types: types } = JSON.parse(bytes.toString());
    assert.equal(category, 'urn:eu:europa:ec:eudi:sua:sca');
    assert.deepEqual(Object.keys(types), [payment.type]);
    const claims = JSON.parse(Buffer.from(card.credential.split('.')[1] ?? '', 'base64url').toString());
    const hash = createHash('sha256').update(bytes).digest('base64');
    assert.equal(claims['vct#integrity'], `sha256-${hash}`);
  });

  it('confirmed: the session and the webhook have the exact string, the code and the factors', async () => {
    const { uri, session } = await makeRequest(server, { ...asked, webhook: { url: backend.url } });
    const { request, answer } = await holderOf(card).present(uri);
    assert.equal(answer.status, 200, answer.text);
    const [sent = ''] = request.transaction_data ?? [];
    assert.deepEqual(JSON.parse(Buffer.from(sent, 'base64url').toString()), payment);
    const { credentials } = (await sessionOf(server, session)) as { readonly credentials: readonly Confirmed[] };
    const [{ confirmed }] = credentials as readonly [Confirmed];
    assert.deepEqual(confirmed.transactionData, [sent]);
    const { jti, responseMode, amr } = confirmed.authentication;
    assert.match(jti, /^[0-9a-f-]{36}$/);
    assert.equal(responseMode, 'direct_post.jwt');
    assert.deepEqual(amr, [{ knowledge: 'pin_6_or_more_digits' }, { possession: 'key_in_local_native_wscd' }]);
    await backend.arrived(1);
    const webhook = JSON.parse(backend.got[0]?.body ?? '');
    assert.deepEqual(webhook.credentials[0].confirmed, confirmed);
    const stored = await server.platform.store.find(authenticationCodes, { index: 'end', limit: 10 });
    assert.equal(stored.documents.length, 1);
    assert.ok(!JSON.stringify(stored.documents).includes(jti));
  });

  it('a code is accepted once, a repeat of the accepted response gets the same reply', async () => {
    const answered = async (jti: string) => {
      const { request, session } = await makeFetchedRequest(server, asked);
      const payload = { ...confirmationOf(request, 'card'), jti };
      const fields = responseFields(request, { card: [present(card, request, { payload })] });
      return { session, fields, uri: request.response_uri, answer: await post(request.response_uri, fields) };
    };
    const first = await answered('one-code');
    assert.equal(first.answer.status, 200, first.answer.text);
    assert.equal((await post(first.uri, first.fields)).status, 200);
    const second = await answered('one-code');
    assert.deepEqual([second.answer.status, second.answer.json.error], [400, 'invalid_transaction_data']);
    const { lastError, status } = (await sessionOf(server, second.session)) as Refused;
    assert.deepEqual([status, JSON.stringify(lastError).includes('strong_authentication')], ['requested', true]);
    assert.equal((await answered('another-code')).answer.status, 200);
  });

  it('a proof of another request, of one factor, or in a mode that was not requested is refused', async () => {
    const { request } = await makeFetchedRequest(server, asked);
    const send = (change: object) => {
      const payload = { ...confirmationOf(request, 'card'), ...change };
      return post(request.response_uri, responseFields(request, { card: [present(card, request, { payload })] }));
    };
    const wrong = [
      { transaction_data_hashes: ['OJcnQQByvV1iTYxiQQQx4dact-TNnSG-Ku_cs_6g55Q'] },
      { transaction_data_hashes_alg: 'sha-512' },
      { transaction_data_hashes_alg: undefined },
      { amr: [{ knowledge: 'pattern' }] },
      { response_mode: 'direct_post' },
      { jti: undefined },
    ];
    for (const change of wrong) {
      const { status, json } = await send(change);
      assert.deepEqual([status, json.error], [400, 'invalid_transaction_data'], JSON.stringify(change));
    }
    assert.equal((await send({})).status, 200);
  });

  it('a wrong amount is refused at creation, with its path', async () => {
    const create = async (payload: object) => {
      const body = { response_type: 'uri', ...asked, transaction_data: [{ ...payment, payload }] };
      return read(await server.a('/oid4vp', { method: 'POST', body: JSON.stringify(body) }));
    };
    const { status, json } = await create({ ...payment.payload, amount: '19.99', currency: 'eur' });
    assert.equal(status, 400);
    const pointers = json.errors.map(({ pointer }: { pointer: string }) => pointer);
    assert.deepEqual(pointers.sort(), ['/transaction_data/0/payload/amount', '/transaction_data/0/payload/currency']);
    const many = Array.from({ length: 1000 }, () => payment);
    const tooMany = await read(
      await server.a('/oid4vp', {
        method: 'POST',
        body: JSON.stringify({ response_type: 'uri', ...asked, transaction_data: many }),
      }),
    );
    assert.deepEqual([tooMany.status, tooMany.json.errors[0].pointer], [400, '/transaction_data']);
    const long = await create({ ...payment.payload, payee: { name: 'x'.repeat(100_000), id: '1' } });
    assert.deepEqual([long.status, long.json.errors[0].pointer], [400, '/transaction_data/0']);
  });

  it('a dry run confirms the payment as the request demands, and says what wallets refuse', async () => {
    const dryRun = async (id: string, transaction_data: readonly object[]) => {
      const body = JSON.stringify({ transaction_data });
      const { status, json } = await read(
        await server.a(`/presentation-management/${id}/dry-run`, { method: 'POST', body }),
      );
      assert.equal(status, 200, JSON.stringify(json));
      const codes = json.warnings.map(({ code }: { readonly code: string }) => code);
      const found = codes.filter((code: string) => code.startsWith('payment_'));
      return { outcome: json.outcome, refusal: json.refusal, found };
    };
    const [card] = paymentQuestion.dcql_query.credentials;
    const { id, ...licence } = mdlQuery('given_name');
    const dcql_query = { credentials: [card, { id: 'licence', ...licence, meta: { doctype_value: 'org.other' } }] };
    const note = { type: 'urn:example:note', credential_ids: ['licence'], transaction_data_hashes_alg: ['sha-256'] };
    for (const transactionBinding of ['per-credential', 'all']) {
      server.writeConfig('presentation/two.json', { ...paymentQuestion, dcql_query, transactionBinding });
      const { outcome, refusal, found } = await dryRun('two', [payment, note]);
      assert.deepEqual([outcome, refusal, found], ['accepted', undefined, []], transactionBinding);
    }
    const access = { ...payment, type: 'urn:eudi:sca:account_access:1', payload: { transaction_id: '1' } };
    const other = await dryRun('payment', [access]);
    assert.deepEqual([other.outcome, other.found], ['accepted', ['payment_type_unknown']]);
    const { outcome, refusal } = await dryRun('payment', [
      { ...payment, payload: { ...payment.payload, amount: '1' } },
    ]);
    assert.deepEqual([outcome, refusal.errors[0].pointer], ['refused', '/transaction_data/0/payload/amount']);
  });
});

interface Confirmed {
  readonly confirmed: {
    readonly transactionData: readonly string[];
    readonly authentication: { readonly jti: string; readonly responseMode: string; readonly amr: readonly object[] };
  };
}

interface Refused {
  readonly status: string;
  readonly lastError: unknown;
}
