/**
 * Presentation of mdocs over HTTP: both response modes, mixed queries, status, and responses to a different request.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { newWalletKey } from '@countersign/wallet/jwt/keys';
import type { Cbor } from '@countersign/wallet/mdoc/cbor';
import { deviceAuthentication, type MdocChange } from '@countersign/wallet/mdoc/device-response';
import { originBinding, redirectBinding } from '@countersign/wallet/presentation/binding';
import { type PresentationRequest, present } from '@countersign/wallet/presentation/present';
import { deviceConfirmationOf } from '@countersign/wallet/presentation/transaction-data';
import { sessionOf, setStatus } from '../support/flows.ts';
import {
  answerWith,
  CARD_NAMESPACE,
  cardConfiguration,
  cardQuery,
  cardValues,
  type HeldCard,
  holdCard,
  presentCard,
  question,
} from '../support/mdoc.ts';
import { payment } from '../support/payments.ts';
import { type Backend, holdPid, makeFetchedRequest, openBackend, pidQuestion } from '../support/presentation.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';
import { untilTraced } from '../support/trace.ts';

const [pidQuery] = pidQuestion.dcql_query.credentials;
const either = [{ options: [['pid'], ['card']] }];

describe('presentation of mdocs', () => {
  let server: TestServer;
  let backend: Backend;
  let held: HeldCard;
  before(async () => {
    server = await startSampleServer({ env: { OUTBOUND_ALLOW: '127.0.0.1' } });
    backend = await openBackend();
    server.writeConfig('issuance/card.json', cardConfiguration);
    server.writeConfig('presentation/card.json', question([cardQuery]));
    server.writeConfig('presentation/both.json', question([pidQuery ?? {}, cardQuery]));
    server.writeConfig('presentation/either.json', question([pidQuery ?? {}, cardQuery], {}, either));
    const claims = [{ path: [CARD_NAMESPACE, 'age_over_18'], values: [true] }];
    server.writeConfig('presentation/age.json', question([{ ...cardQuery, claims }]));
    server.writeConfig('presentation/nearest.json', question([{ ...cardQuery, claims }], { age_over: 'nearest' }));
    server.writeConfig(
      'presentation/other.json',
      question([{ ...cardQuery, meta: { doctype_value: 'org.example.other' } }]),
    );
    held = await holdCard(server);
  });
  after(async () => {
    await server.close();
    await backend.close();
  });

  const ask = (requestId: string, body: object = {}) => makeFetchedRequest(server, { requestId, ...body });

  for (const mode of ['direct_post.jwt', 'direct_post']) {
    it(`${mode}: from the request to the session and the webhook`, async () => {
      const count = backend.got.length;
      const { session, request } = await ask('card', { response_mode: mode, webhook: { url: backend.url } });
      const { client_metadata: metadata } = request as unknown as { client_metadata: { vp_formats_supported: object } };
      assert.deepEqual(metadata.vp_formats_supported, {
        mso_mdoc: { issuerauth_alg_values: [-7, -9, -35, -36, -8], deviceauth_alg_values: [-7, -9] },
      });
      const answer = await answerWith(request, { card: [presentCard(held, request)] });
      assert.deepEqual([answer.status, answer.json], [200, {}], answer.text);
      const view = await sessionOf(server, session);
      assert.equal(view.status, 'verified');
      const [credential, ...more] = view.credentials;
      assert.deepEqual([credential.id, credential.values, more], ['card', cardValues, []]);
      assert.match(credential.signer.fingerprint, /^[0-9A-F:]{95}$/);
      await backend.arrived(count + 1);
      assert.deepEqual(JSON.parse(backend.got[count]?.body ?? '').credentials, view.credentials);
      assert.deepEqual(
        server.lines.filter((line) => line.includes('Möbius')),
        [],
      );
    });
  }

  it('one answer with both formats; and one of the two where the sets leave the choice', async () => {
    const pid = await holdPid(server);
    const { session, request } = await ask('both');
    const vpToken = { pid: [present(pid, request)], card: [presentCard(held, request)] };
    assert.equal((await answerWith(request, vpToken)).status, 200);
    const { credentials } = await sessionOf(server, session);
    assert.deepEqual(
      credentials.map(({ id }: { id: string }) => id),
      ['pid', 'card'],
    );
    assert.deepEqual(credentials[1].values, cardValues);
    const choice = await ask('either');
    assert.equal((await answerWith(choice.request, { card: [presentCard(held, choice.request)] })).status, 200);
    const half = await ask('both');
    assert.equal((await answerWith(half.request, { card: [presentCard(held, half.request)] })).status, 400);
    const swapped = await ask('both');
    const wrong = { card: [present(pid, swapped.request)], pid: [presentCard(held, swapped.request)] };
    assert.equal((await answerWith(swapped.request, wrong)).status, 400);
    assert.equal((await sessionOf(server, swapped.session)).lastError.reason, 'presentation_format');
  });

  it('an age is exact, unless the configuration takes the nearest', async () => {
    const exact = await ask('age');
    assert.equal((await answerWith(exact.request, { card: [presentCard(held, exact.request)] })).status, 400);
    assert.equal((await sessionOf(server, exact.session)).lastError.reason, 'claims');
    const nearest = await ask('nearest');
    assert.equal((await answerWith(nearest.request, { card: [presentCard(held, nearest.request)] })).status, 200);
    const { credentials } = await sessionOf(server, nearest.session);
    assert.deepEqual(credentials[0].values, { [CARD_NAMESPACE]: { age_over_21: true } });
  });

  it('a revoked card is refused, and accepted again when the status is withdrawn', async () => {
    const own = await holdCard(server);
    const answered = async () => {
      const { session, request } = await ask('card');
      const answer = await answerWith(request, { card: [presentCard(own, request)] });
      return [answer.status, (await sessionOf(server, session)).lastError?.reason];
    };
    assert.deepEqual(await answered(), [200, undefined]);
    await setStatus(server, own.session, 1);
    assert.deepEqual(await answered(), [400, 'revoked']);
    await setStatus(server, own.session, 0);
    assert.deepEqual(await answered(), [200, undefined]);
  });

  /** Answers a request of `card` in a wrong way. @returns the reason in the session, which stays open */
  async function refusal(
    present: (request: PresentationRequest) => string | Promise<string>,
    requestId = 'card',
  ): Promise<string> {
    const { session, request } = await ask(requestId);
    const answer = await answerWith(request, { card: [await present(request)] });
    assert.deepEqual([answer.status, answer.json.error], [400, 'invalid_request'], answer.text);
    const view = await sessionOf(server, session);
    assert.deepEqual([view.status, view.credentials ?? []], ['requested', []]);
    return view.lastError.reason;
  }

  const signedFor = (change: (request: PresentationRequest) => object) => (request: PresentationRequest) =>
    presentCard(held, request, {}, redirectBinding({ ...request, ...change(request) } as PresentationRequest));
  const changing = (change: MdocChange) => (request: PresentationRequest) => presentCard(held, request, change);

  const foreign: Record<string, (request: PresentationRequest) => string | Promise<string>> = {
    'another nonce': signedFor(() => ({ nonce: 'other' })),
    'another verifier': signedFor(() => ({ client_id: 'x509_hash:other' })),
    'another response URI': signedFor(() => ({ response_uri: 'https://other.example/oid4vp/response' })),
    'an answer in clear': signedFor(() => ({ response_mode: 'direct_post' })),
    'another encryption key': signedFor(() => ({ client_metadata: { jwks: { keys: [newWalletKey().publicJwk] } } })),
    'a page of this very origin': (request) => presentCard(held, request, {}, originBinding(request, server.url)),
    'another request of this verifier': async () => {
      const other = await ask('card');
      return presentCard(held, other.request);
    },
  };
  for (const [name, presentation] of Object.entries(foreign)) {
    it(`refused: signed for ${name}`, async () => assert.equal(await refusal(presentation), 'kb_signature'));
  }

  it('refused: a replay with what was signed for another verifier as payload of the signature', async () => {
    const replayed = (request: PresentationRequest): string => {
      const stolen = redirectBinding({ ...request, nonce: 'of another verifier' });
      const change: MdocChange = {
        response: (response, parts) => withPayload(response, deviceAuthentication(parts)),
      };
      return presentCard(held, request, change, stolen);
    };
    assert.equal(await refusal(replayed), 'kb_signature');
  });

  it('refused: signed by another device; a document that was not asked for', async () => {
    assert.equal(await refusal(changing({ parts: (parts) => ({ ...parts, sign: newWalletKey() }) })), 'kb_signature');
    assert.equal(await refusal(changing({}), 'other'), 'type');
  });

  it('the trace of a refused answer shows how far it got', async () => {
    const { session, request } = await ask('card');
    const wrong = redirectBinding({ ...request, nonce: 'other' });
    assert.equal((await answerWith(request, { card: [presentCard(held, request, {}, wrong)] })).status, 400);
    const refused = await untilTraced(server, session, ({ outcome }) => outcome === 'refused');
    assert.deepEqual([refused.reason, refused.facts?.credential], ['kb_signature', 'card']);
    const checks = refused.checks?.map(({ check, ok }) => `${check} ${ok}`) ?? [];
    assert.deepEqual(checks.slice(-3), ['anchorsFor true', 'verifyIssuerAuth true', 'verifyDeviceAuth false']);
  });

  it('transaction data is signed by the device, if the issuer allows its namespace', async () => {
    const device_namespaces = [payment.type];
    server.writeConfig('issuance/card.json', { ...cardConfiguration, device_namespaces });
    const signing = await holdCard(server);
    const asked = { transaction_data: [payment] };
    const { session, request } = await ask('card', asked);
    const deviceNameSpaces = deviceConfirmationOf(request, 'card');
    assert.equal((await answerWith(request, { card: [presentCard(signing, request)] })).status, 400);
    const answer = await answerWith(request, { card: [presentCard(signing, request, { deviceNameSpaces })] });
    assert.equal(answer.status, 200, answer.text);
    const [{ values, confirmed }] = (await sessionOf(server, session)).credentials;
    assert.deepEqual([values, confirmed], [cardValues, { transactionData: request.transaction_data }]);
    // The first card's issuer authorised nothing.
    const other = await ask('card', asked);
    const signed = { deviceNameSpaces: deviceConfirmationOf(other.request, 'card') };
    assert.equal((await answerWith(other.request, { card: [presentCard(held, other.request, signed)] })).status, 400);
    assert.equal((await sessionOf(server, other.session)).lastError.reason, 'disclosure');
  });
});

/** A response whose device signature has a payload. */
function withPayload(response: ReadonlyMap<Cbor, Cbor>, payload: Buffer): ReadonlyMap<Cbor, Cbor> {
  const [document] = response.get('documents') as readonly ReadonlyMap<Cbor, Cbor>[];
  const deviceSigned = document?.get('deviceSigned') as ReadonlyMap<Cbor, Cbor>;
  const auth = deviceSigned.get('deviceAuth') as ReadonlyMap<Cbor, Cbor>;
  const [header, unprotected, , signature] = auth.get('deviceSignature') as readonly Cbor[];
  const message = [header ?? null, unprotected ?? null, payload, signature ?? null];
  const changed = new Map<Cbor, Cbor>([...deviceSigned, ['deviceAuth', new Map([['deviceSignature', message]])]]);
  return new Map<Cbor, Cbor>([...response, ['documents', [new Map([...(document ?? []), ['deviceSigned', changed]])]]]);
}
