/** The wallet's response to a presentation request. */
import assert from 'node:assert/strict';
import { createHash, createPublicKey } from 'node:crypto';
import { test } from 'node:test';
import { newWalletKey } from '../../src/jwt/keys.ts';
import { type Cbor, decodeCbor, encodeCbor } from '../../src/mdoc/cbor.ts';
import { sign1Of, verifySign1 } from '../../src/mdoc/cose.ts';
import { deviceAuthentication } from '../../src/mdoc/device-response.ts';
import { elementsOf } from '../../src/mdoc/elements.ts';
import { mapOf } from '../../src/mdoc/issuer-signed.ts';
import { redirectBinding } from '../../src/presentation/binding.ts';
import { Holder } from '../../src/presentation/holder.ts';
import type { HeldCredential } from '../../src/presentation/present.ts';
import type { PresentationHabits } from '../../src/profiles/wallet-habits.ts';
import { Refused, WalletRefuses } from '../../src/sending/failures.ts';
import type { Fault } from '../../src/sending/fault.ts';
import { Transport } from '../../src/sending/transport.ts';
import { MDL, MDL_SPACE, madeMdl } from '../mdoc/made-mdl.ts';

const LINK = 'openid4vp://?client_id=x&request_uri=https%3A%2F%2Fv.example%2Frequest%2F1';
const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
function credential(vct: string, salt: string): HeldCredential {
  const name = part([salt, 'name', 'Ada']);
  const _sd = [createHash('sha256').update(name).digest('base64url')];
  return { credential: `${part({})}.${part({ vct, person: { _sd } })}.s~${name}~`, key: newWalletKey() };
}

const request = {
  client_id: 'x',
  response_uri: 'https://v.example/response',
  response_mode: 'direct_post',
  nonce: 'n',
  state: 'st',
  client_metadata: {},
  dcql_query: {
    credentials: [{ id: 'who', meta: { vct_values: ['urn:pid'] }, claims: [{ path: ['person', 'name'] }] }],
  },
};

interface Answers {
  readonly request?: string;
  readonly status?: number;
  readonly habits?: Partial<PresentationHabits>;
}

/** A verifier with these responses, and a wallet with these credentials. */
function open(held: readonly HeldCredential[], answers: Answers = {}) {
  const posted: URLSearchParams[] = [];
  const asked: RequestInit[] = [];
  const verifier: typeof fetch = async (input, init) => {
    if (String(input) === 'https://v.example/request/1') {
      asked.push(init ?? {});
      return new Response(answers.request ?? `${part({})}.${part(request)}.s`);
    }
    assert.equal(String(input), request.response_uri);
    posted.push(new URLSearchParams(String(init?.body)));
    const refusal = JSON.stringify({ error: 'invalid_request', error_description: 'No' });
    return new Response((answers.status ?? 200) < 300 ? '{}' : refusal, { status: answers.status ?? 200 });
  };
  const habits = { requestMethod: 'get', discloses: 'asked', ...answers.habits } as const;
  const transport = new Transport({ fetch: verifier });
  return { holder: new Holder({ transport, habits, now: () => 1, held: () => held }), posted, asked };
}

test('the newest credential of the type that is asked for is presented, under the id of its query', async () => {
  const [older, newer] = [credential('urn:pid', 'older'), credential('urn:pid', 'newer')];
  const { holder, posted } = open([older, newer, credential('urn:member', 'other')]);
  assert.equal((await holder.present(LINK)).answer.status, 200);
  const token = JSON.parse(posted[0]?.get('vp_token') ?? '');
  assert.deepEqual(Object.keys(token), ['who']);
  assert.ok(token.who[0].startsWith(newer.credential));
  assert.equal(posted[0]?.get('state'), 'st');
  const proof = JSON.parse(Buffer.from(token.who[0].split('~').at(-1).split('.')[1], 'base64url').toString());
  assert.deepEqual([proof.aud, proof.nonce, proof.iat], ['x', 'n', 1]);
});

test('what is not asked for is disclosed only by a wallet that discloses everything', async () => {
  const none = `${part({})}.${part({ ...request, dcql_query: { credentials: [{ id: 'who' }] } })}.s`;
  for (const [discloses, disclosures] of [
    ['asked', 0],
    ['all', 1],
  ] as const) {
    const { holder, posted } = open([credential('urn:pid', 'a')], { request: none, habits: { discloses } });
    await holder.present(LINK);
    const [presented = ''] = JSON.parse(posted[0]?.get('vp_token') ?? '').who;
    assert.equal(presented.split('~').length - 2, disclosures);
  }
});

test('declining sends access_denied and nothing that the wallet holds', async () => {
  const { holder, posted } = open([credential('urn:pid', 'a')]);
  await holder.respond(await holder.open(LINK), { error: 'access_denied' });
  assert.deepEqual([...(posted[0] ?? [])].sort(), [
    ['error', 'access_denied'],
    ['state', 'st'],
  ]);
});

test('a request that asks for encrypted answers is declined in an encrypted one', async () => {
  const { kty, crv, x, y } = newWalletKey().publicJwk;
  const jwks = { keys: [{ kty, crv, x, y, kid: 'k' }] };
  const encrypted = { ...request, response_mode: 'direct_post.jwt', client_metadata: { jwks } };
  const { holder, posted } = open([], { request: `${part({})}.${part(encrypted)}.s` });
  await holder.respond(await holder.open(LINK), { error: 'access_denied' });
  const fields = Object.fromEntries(posted[0] ?? []);
  assert.deepEqual(Object.keys(fields), ['response']);
  const header = Buffer.from(fields.response?.split('.')[0] ?? '', 'base64url').toString();
  assert.equal(JSON.parse(header).kid, 'k');
});

const refuses = (text: RegExp) => (error: unknown) => error instanceof WalletRefuses && text.test(error.message);

test('without such a credential nothing is sent, and the type and the claim are named', async () => {
  const { holder, posted } = open([credential('urn:member', 'other')]);
  await assert.rejects(holder.present(LINK), refuses(/no credential of the type urn:pid for the query 'who'$/));
  const without = { ...credential('urn:pid', 'a'), credential: `${part({})}.${part({ vct: 'urn:pid' })}.s~` };
  await assert.rejects(open([without]).holder.present(LINK), refuses(/\(it has no person\.name\)$/));
  assert.deepEqual(posted, []);
});

test('a refusal of the verifier ends the run, and a status that the wallet does not take', async () => {
  const held = [credential('urn:pid', 'a')];
  await assert.rejects(open(held, { status: 400 }).holder.present(LINK), Refused);
  await assert.rejects(open(held, { status: 201, habits: { statuses: [200] } }).holder.present(LINK), Refused);
  assert.equal((await open(held, { status: 201 }).holder.present(LINK)).answer.status, 201);
});

test('what is no request object is refused, and encryptions for an answer in clear by some', async () => {
  for (const text of ['', 'no JWT', 'a.b.c']) {
    await assert.rejects(open([], { request: text }).holder.open(LINK), refuses(/^The request is not a signed/), text);
  }
  const lists = { ...request, client_metadata: { encrypted_response_enc_values_supported: ['A256GCM'] } };
  const text = `${part({})}.${part(lists)}.s`;
  assert.equal((await open([], { request: text }).holder.open(LINK)).nonce, 'n');
  const strict = open([], { request: text, habits: { refusesUnusedEncryption: true } });
  await assert.rejects(strict.holder.open(LINK), refuses(/lists encryptions/));
});

test('a wallet that posts for the request does so where the link allows it, and wants its nonce back', async () => {
  const { holder, asked } = open([], { habits: { requestMethod: 'post' } });
  await assert.rejects(holder.open(`${LINK}&request_uri_method=post`), refuses(/another wallet_nonce/));
  await holder.open(LINK);
  assert.deepEqual(
    asked.map(({ method }) => method),
    ['POST', 'GET'],
  );
});

test('of sets of credentials the first option that the wallet holds is answered', async () => {
  const dcql_query = {
    credentials: [
      { id: 'card', meta: { vct_values: ['urn:card'] } },
      { id: 'pid', meta: { vct_values: ['urn:pid'] } },
    ],
    credential_sets: [{ options: [['card'], ['pid']] }],
  };
  const { holder } = open([credential('urn:pid', 'a')]);
  assert.deepEqual(
    holder.choose({ dcql_query }).map(({ id }) => id),
    ['pid'],
  );
});

const mdlQuestion = {
  id: 'licence',
  format: 'mso_mdoc',
  meta: { doctype_value: MDL },
  claims: [{ path: [MDL_SPACE, 'given_name'], intent_to_retain: true }],
};
const [sdJwtQuestion] = request.dcql_query.credentials;
const asking = (...credentials: readonly unknown[]): string =>
  `${part({})}.${part({ ...request, dcql_query: { credentials } })}.s`;

test('a question of both formats is answered by a credential of each', async () => {
  const held = [madeMdl(), credential('urn:pid', 'a')];
  const { holder, posted } = open(held, { request: asking(sdJwtQuestion, mdlQuestion) });
  await holder.present(LINK);
  const token = JSON.parse(posted[0]?.get('vp_token') ?? '');
  assert.deepEqual(Object.keys(token), ['who', 'licence']);
  const response = mapOf(decodeCbor(Buffer.from(token.licence[0], 'base64url')), 'response');
  const [document] = response.get('documents') as readonly Cbor[];
  const issuerSigned = mapOf(mapOf(document, 'document').get('issuerSigned'), 'issuerSigned');
  const text = encodeCbor(issuerSigned).toString('base64url');
  assert.deepEqual(elementsOf(text), { [MDL_SPACE]: { given_name: 'Ada' } });
});

test('an mdoc is signed for the client id, the nonce and the address of the answer', async () => {
  const mdl = madeMdl();
  const { holder, posted } = open([mdl], { request: asking(mdlQuestion) });
  await holder.present(LINK);
  const [text] = JSON.parse(posted[0]?.get('vp_token') ?? '').licence;
  const response = mapOf(decodeCbor(Buffer.from(text, 'base64url')), 'response');
  const device = mapOf(mapOf((response.get('documents') as Cbor[])[0], 'document').get('deviceSigned'), 'device');
  const signature = sign1Of(mapOf(device.get('deviceAuth'), 'auth').get('deviceSignature'));
  const { transcript } = redirectBinding(request);
  const signed = deviceAuthentication({ docType: MDL, deviceNameSpaces: new Map(), transcript });
  assert.ok(verifySign1(signature, createPublicKey(mdl.key.privateKey), signed));
});

test('a wallet without the document says which one is missing', async () => {
  const { holder } = open([credential('urn:pid', 'a')], { request: asking(mdlQuestion) });
  await assert.rejects(holder.present(LINK), /no credential of the type org\.iso\.18013\.5\.1\.mDL/);
});

test('a fault changes what the device signs, and its response', async () => {
  const posted: URLSearchParams[] = [];
  const verifier: typeof fetch = async (input, init) => {
    if (String(input).includes('/request/')) return new Response(asking(mdlQuestion));
    posted.push(new URLSearchParams(String(init?.body)));
    return new Response('{}');
  };
  const fault: Fault = {
    reason: 'type',
    step: 'response',
    summary: '',
    mdoc: (parts) => ({ ...parts, docType: 'org.example' }),
    deviceResponse: (response) => new Map<Cbor, Cbor>([...response, ['status', 10]]),
  };
  const transport = new Transport({ fetch: verifier, fault });
  const habits = { requestMethod: 'get', discloses: 'asked' } as const;
  await new Holder({ transport, habits, now: () => 1, held: () => [madeMdl()] }).present(LINK);
  const [text] = JSON.parse(posted[0]?.get('vp_token') ?? '').licence;
  const response = mapOf(decodeCbor(Buffer.from(text, 'base64url')), 'response');
  assert.equal(response.get('status'), 10);
  assert.equal(mapOf((response.get('documents') as Cbor[])[0], 'document').get('docType'), 'org.example');
});

test('a wallet of one format presents no credential of the other, and says so', async () => {
  const habits = { formats: ['mso_mdoc'], requestMethod: 'post' } as const;
  const { holder, asked } = open([credential('urn:pid', 'a'), madeMdl()], { request: asking(sdJwtQuestion), habits });
  await assert.rejects(holder.present(`${LINK}&request_uri_method=post`), /wallet_nonce/);
  const metadata = new URLSearchParams(String(asked[0]?.body)).get('wallet_metadata') ?? '';
  assert.deepEqual(Object.keys(JSON.parse(metadata).vp_formats_supported), ['mso_mdoc']);
  await assert.rejects(holder.present(LINK), /no credential of the type urn:pid/);
});
