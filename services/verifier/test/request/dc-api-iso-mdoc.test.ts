/** Protocol `org-iso-mdoc` over the operations: which requests have it, and what a response needs. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { publicJwkOf } from '@countersign/shared/crypto/jwk';
import { newReports } from '@countersign/shared/http/reports';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { CborValue } from '@countersign/shared/mdoc/cbor-value';
import { readCbor } from '@countersign/shared/mdoc/read-cbor';
import { writeCbor } from '@countersign/shared/mdoc/write-cbor';
import { sealHpke } from '../../src/crypto/hpke.ts';
import { publicKeyOf } from '../../src/mdoc/public-key.ts';
import { isoMdocTranscript } from '../../src/mdoc/session-transcript.ts';
import { isoMdocAnswer } from '../../src/request/dc-api-iso-mdoc.ts';
import { openIsoMdocKey, openResponseKey } from '../../src/request/response-key.ts';
import { openRequest } from '../../src/request/sealed-request.ts';
import {
  type CreatedForPage,
  type Entry,
  ORIGIN,
  OTHER_ORIGIN,
  openPageWorld,
  type PageWorld,
} from '../dc-api-world.ts';
import { type Changes, MDL, MDL_NAMESPACE, makeResponse, member, NOW } from '../mdoc/made-mdoc.ts';
import { mdocIssuer } from '../presentation/mdocs.ts';
import { refuses } from '../presentation/refuses.ts';

const ISO = 'org-iso-mdoc';
const claims = [{ path: [MDL_NAMESPACE, 'given_name'] }, { path: [MDL_NAMESPACE, 'age_over_18'] }];
const mdl: JsonObject = { id: 'mdl', format: 'mso_mdoc', meta: { doctype_value: MDL }, claims };

async function openMdocWorld(t: TestContext, change: JsonObject = {}): Promise<PageWorld> {
  const world = await openPageWorld(t, { dcql_query: { credentials: [mdl] }, ...change });
  writeFileSync(join(world.configFolder, 'trust', 'issuers', 'iaca.pem'), mdocIssuer.anchorPem);
  world.now = NOW;
  return world;
}

function isoEntry({ digital: { requests } }: CreatedForPage): Entry | undefined {
  return requests.find(({ protocol }) => protocol === ISO);
}

function infoOf(made: CreatedForPage): string {
  return String(isoEntry(made)?.data.encryptionInfo);
}

interface Answering {
  readonly origin?: string;
  /** Overrides the request's. */
  readonly info?: string;
  /** The device signature's transcript, if it differs from the encryption's. */
  readonly signed?: Buffer;
  readonly changes?: Changes;
}

/** A wallet's response on a page with an origin. */
function isoAnswer(made: CreatedForPage, answering: Answering = {}): Entry {
  const { origin = ORIGIN, info = infoOf(made), changes } = answering;
  const transcript = isoMdocTranscript({ encryptionInfo: info, origin });
  const plaintext = makeResponse(mdocIssuer, { transcript: answering.signed ?? transcript, ...changes });
  const [, parameters] = readCbor(Buffer.from(infoOf(made), 'base64url')) as readonly CborValue[];
  const recipient = publicJwkOf(publicKeyOf(member(parameters as never, 'recipientPublicKey')));
  const { enc, ciphertext } = sealHpke({ recipient, info: transcript, plaintext });
  const parts = new Map([
    ['enc', enc],
    ['cipherText', ciphertext],
  ]);
  return { protocol: ISO, data: { response: writeCbor(['dcapi', parts]).toString('base64url') } };
}

async function refusal(world: PageWorld, { session }: CreatedForPage, body: Entry): Promise<string | undefined> {
  try {
    await world.answer(session, { ...body });
  } catch (error) {
    assert.ok(error instanceof ProtocolError, String(error));
    return `${error.status} ${error.options.reason}`;
  }
  return undefined;
}

test('the document is verified as one of OpenID4VP, and the backend gets its elements by namespace', async (t) => {
  const world = await openMdocWorld(t);
  const made = await world.create({ origin: ORIGIN });
  assert.deepEqual(
    made.digital.requests.map(({ protocol }) => protocol),
    ['openid4vp-v1-signed', ISO],
  );
  const answer = isoAnswer(made);
  const { body } = await world.answer(made.session, { ...answer });
  const { status, credentials } = body as { readonly status: string; readonly credentials: readonly JsonObject[] };
  assert.equal(status, 'verified');
  const values = { [MDL_NAMESPACE]: { given_name: 'Erika', age_over_18: true } };
  assert.deepEqual(
    credentials.map((one) => [one.id, one.values]),
    [['mdl', values]],
  );
  assert.deepEqual((await world.answer(made.session, { ...answer })).body, body, 'the same answer, the same result');
  assert.equal(await refusal(world, made, isoAnswer(made)), '400 already_answered');
});

test('an answer for another page, another request or with another transcript is refused', async (t) => {
  const world = await openMdocWorld(t);
  const [made, other] = [await world.create({ origin: ORIGIN }), await world.create({ origin: ORIGIN })];
  assert.equal(await refusal(world, made, isoAnswer(made, { origin: 'https://evil.example' })), '400 iso_mdoc_decrypt');
  assert.equal(await refusal(world, made, isoAnswer(made, { origin: OTHER_ORIGIN })), '400 iso_mdoc_decrypt');
  assert.equal(await refusal(world, made, isoAnswer(made, { info: infoOf(other) })), '400 iso_mdoc_decrypt');
  assert.equal(await refusal(world, made, isoAnswer(other)), '400 iso_mdoc_decrypt');
  // The encryption proves nothing about the wallet, so the device signature must cover this request too.
  const foreign = isoMdocTranscript({ encryptionInfo: infoOf(other), origin: ORIGIN });
  assert.equal(await refusal(world, made, isoAnswer(made, { signed: foreign })), '400 kb_signature');
  assert.equal(await refusal(world, made, { protocol: ISO, data: { response: 'gA' } }), '400 iso_mdoc_response');
  assert.equal(await refusal(world, made, isoAnswer(made)), undefined);
});

test('the checks of a document are those of OpenID4VP', async (t) => {
  const world = await openMdocWorld(t);
  const made = await world.create({ origin: ORIGIN });
  const refused = (changes: Changes) => refusal(world, made, isoAnswer(made, { changes }));
  assert.equal(await refused({ docType: 'org.example.other' }), '400 type');
  assert.equal(await refused({ elements: { [MDL_NAMESPACE]: { given_name: 'Erika' } } }), '400 claims');
  assert.equal(await refused({ response: (whole) => new Map([...whole, ['status', 10]]) }), '400 presentation_format');
});

test('a request with another protocol takes no answer of this one', async (t) => {
  const world = await openMdocWorld(t);
  const [made, several] = [await world.create({ origin: ORIGIN }), await world.create()];
  assert.equal(isoEntry(several), undefined, 'the reader authentication is for one origin');
  assert.equal(await refusal(world, several, isoAnswer(made)), '400 dc_api_protocol');
});

test('with one origin in the configuration the backend names none', async (t) => {
  const world = await openMdocWorld(t, { origins: [ORIGIN] });
  const made = await world.create();
  assert.equal(await refusal(world, made, isoAnswer(made)), undefined);
});

test('a query that ISO can not express has no such entry', async (t) => {
  const valued = { ...mdl, claims: [{ path: [MDL_NAMESPACE, 'age_over_18'], values: [true] }] };
  const world = await openMdocWorld(t, { dcql_query: { credentials: [valued] } });
  assert.equal(isoEntry(await world.create({ origin: ORIGIN })), undefined);
});

test('key and nonce are of one request, the key is no other, and it is erased at the end', async (t) => {
  const world = await openMdocWorld(t);
  const [made, other] = [await world.create({ origin: ORIGIN }), await world.create({ origin: ORIGIN })];
  assert.notEqual(infoOf(made), infoOf(other));
  const { presentation } = await world.stored(made.session);
  const vault = await world.platform.vaults.of('default');
  const sealed = presentation?.sealedKey ?? '';
  assert.notDeepEqual(openIsoMdocKey(vault, made.session, sealed), openResponseKey(vault, made.session, sealed));
  await world.answer(made.session, { ...isoAnswer(made) });
  assert.equal((await world.stored(made.session)).presentation?.sealedKey, undefined);
});

test('in the mode without encryption this protocol is encrypted all the same', async (t) => {
  const world = await openMdocWorld(t);
  const made = await world.create({ origin: ORIGIN, response_mode: 'dc_api' });
  assert.equal(await refusal(world, made, isoAnswer(made)), undefined);
});

test('where the key is erased, or the request has no such entry, the answer belongs to none', async (t) => {
  const world = await openMdocWorld(t);
  const made = await world.create({ origin: ORIGIN });
  const stored = await world.stored(made.session);
  const { sealedKey, ...presentation } = stored.presentation ?? assert.fail();
  const vault = await world.platform.vaults.of('default');
  const presentationRequest = openRequest(vault, made.session, presentation.sealedRequest);
  const read = isoMdocAnswer(isoAnswer(made).data);
  const reports = newReports();
  const erased = { session: { ...stored, presentation }, presentationRequest, vault, reports };
  refuses(() => read(erased), 'unknown_key');
  const kept = { ...presentation, ...(sealedKey === undefined ? {} : { sealedKey }) };
  const { dcApi: _, ...other } = presentationRequest;
  const without = { session: { ...stored, presentation: kept }, presentationRequest: other, vault, reports };
  refuses(() => read(without), 'unknown_key');
  assert.equal(read({ ...without, presentationRequest }).encrypted, true);
});
