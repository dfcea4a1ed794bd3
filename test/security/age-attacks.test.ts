/** Age checks over HTTP: what a wallet is asked, the two answers, and everything else that is refused. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { MDL_DOCUMENT_SIGNER } from '@countersign/shared/crypto/mdoc-certificates';
import { redirectBinding } from '@countersign/wallet/presentation/binding';
import type { HeldCredential, PresentationRequest } from '@countersign/wallet/presentation/present';
import { presentMdoc } from '@countersign/wallet/presentation/present-mdoc';
import { read } from '@countersign/wallet/sending/answer';
import { type AgeIssuer, AV, ageIssuer, ageQuestion, heldProof, makeAgeRequest, SHOP } from '../support/age.ts';
import { sessionOf } from '../support/flows.ts';
import { answerIsoMdoc, ISO_MDOC } from '../support/iso-mdoc-wallet.ts';
import { MDL, MDL_SPACE } from '../support/mdl.ts';
import { answerWith } from '../support/mdoc.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';

const presented = (held: HeldCredential, request: PresentationRequest): string =>
  presentMdoc(held, redirectBinding(request).transcript);

describe('age checks', () => {
  let server: TestServer;
  let issuer: AgeIssuer;
  before(async () => {
    server = await startSampleServer();
    issuer = await ageIssuer();
    server.writeConfig('presentation/age.json', ageQuestion);
    server.writeConfig('trust/issuers/age.pem', issuer.anchor);
    server.writeConfig('trust/issuers/age.json', { doctype: [AV] });
  });
  after(() => server.close());

  /** The outcome of a response to a link: its reason, or the presented credentials. */
  async function outcome(held: HeldCredential): Promise<unknown> {
    const { session, request } = await makeAgeRequest(server);
    const answer = await answerWith(request, { a: [presented(held, request)] });
    const view = await sessionOf(server, session);
    assert.equal(answer.status, view.status === 'verified' ? 200 : 400, answer.text);
    return view.status === 'verified' ? view.credentials : view.lastError.reason;
  }
  const answered = (age_over_18: boolean) => [{ id: 'a', values: { [AV]: { age_over_18 } } }];

  it('the link contains the whole request, unsigned, unencrypted, and to the address that is its client identifier', async () => {
    const { uri, request } = await makeAgeRequest(server);
    const { client_id, response_uri, response_mode, dcql_query } = request;
    assert.match(uri, /^av:\/\/\?/);
    assert.equal(client_id, `redirect_uri:${response_uri}`);
    assert.equal(response_mode, 'direct_post');
    assert.deepEqual(dcql_query, ageQuestion.dcql_query);
    const { searchParams } = new URL(uri);
    for (const name of ['request', 'request_uri', 'verifier_info']) assert.ok(!searchParams.has(name), name);
    assert.ok(uri.length < 900, `${uri.length} characters`);
  });

  it('yes and no are answers, and neither says who answered', async () => {
    assert.deepEqual(await outcome(heldProof(issuer)), answered(true));
    assert.deepEqual(await outcome(heldProof(issuer, { [AV]: { age_over_18: false } })), answered(false));
  });

  it('what a wallet discloses beyond the question is not handed on', async () => {
    const more = { [AV]: { age_over_18: true, age_over_21: true, portrait: new Uint8Array(9) } };
    assert.deepEqual(await outcome(heldProof(issuer, more)), answered(true));
  });

  it('another document with the same element is refused', async () => {
    const licence = heldProof(issuer, { [MDL_SPACE]: { age_over_18: true } }, { docType: MDL });
    const { session, request } = await makeAgeRequest(server);
    const response = presentMdoc(licence, redirectBinding(request).transcript);
    assert.equal((await answerWith(request, { a: [response] })).status, 400);
    assert.equal((await sessionOf(server, session)).lastError.reason, 'type');
    const pid = 'eu.europa.ec.eudi.pid.1';
    assert.equal(await outcome(heldProof(issuer, { [pid]: { age_over_18: true } }, { docType: pid })), 'type');
  });

  it('the element in another namespace, of another age or of another kind is refused', async () => {
    const bad = [
      { [MDL_SPACE]: { age_over_18: true } },
      { [AV]: { age_over_21: true } },
      { [AV]: { age_over_16: false } },
      { [AV]: { age_over_18: 1 } },
      { [AV]: { age_over_18: 'true' } },
      { [AV]: { age_over_18: null } },
    ];
    for (const nameSpaces of bad) assert.equal(await outcome(heldProof(issuer, nameSpaces)), 'claims');
  });

  it('issuers of driving licences, and signers certified for them, are refused', async () => {
    const [licences, wrongPurpose] = [await ageIssuer(), await ageIssuer([MDL_DOCUMENT_SIGNER])];
    server.writeConfig('trust/issuers/licences.pem', licences.anchor);
    server.writeConfig('trust/issuers/licences.json', { doctype: [MDL] });
    assert.equal(await outcome(heldProof(licences)), 'issuer_trust');
    server.writeConfig('trust/issuers/purpose.pem', wrongPurpose.anchor);
    server.writeConfig('trust/issuers/purpose.json', { doctype: [AV] });
    assert.equal(await outcome(heldProof(wrongPurpose)), 'issuer_trust');
    assert.equal(await outcome(heldProof(await ageIssuer())), 'issuer_trust');
  });

  it('an answer counts for its own request, and once', async () => {
    const held = heldProof(issuer);
    const [one, other] = [await makeAgeRequest(server), await makeAgeRequest(server)];
    const response = { a: [presented(held, one.request)] };
    const moved = await answerWith({ ...one.request, state: other.request.state }, response);
    assert.equal(moved.status, 400, moved.text);
    assert.equal((await sessionOf(server, other.session)).lastError.reason, 'kb_signature');
    assert.equal((await answerWith({ ...one.request, state: 'x' }, response)).status, 400);
    assert.equal((await answerWith(one.request, response)).status, 200);
    const again = { a: [presented(held, one.request)] };
    assert.equal((await answerWith(one.request, again)).status, 400);
  });

  it('a page gets one entry without reader authentication, and its answer', async () => {
    const asked = { response_type: 'dc-api', requestId: 'age' };
    const made = await read(await server.a('/oid4vp', { method: 'POST', body: JSON.stringify(asked) }));
    assert.equal(made.status, 201, made.text);
    const { session, digital } = made.json as {
      session: string;
      digital: { requests: { protocol: string; data: Record<string, string> }[] };
    };
    const [entry, ...others] = digital.requests;
    assert.deepEqual([entry?.protocol, others], [ISO_MDOC, []]);
    const bytes = Buffer.from(entry?.data.deviceRequest ?? '', 'base64url');
    assert.ok(bytes.includes('age_over_18') && !bytes.includes('readerAuth'));
    const message = answerIsoMdoc(entry ?? assert.fail(), heldProof(issuer), SHOP);
    const posted = await read(
      await server.a(`/session/${session}/dc-api`, { method: 'POST', body: JSON.stringify(message) }),
    );
    assert.deepEqual([posted.status, posted.json.credentials], [200, answered(true)], posted.text);
  });

  it('a button shows both ways, and its page learns no more than the state', async () => {
    const asked = { response_type: 'button', requestId: 'age', origin: SHOP, crossDevice: true };
    const made = await read(await server.a('/oid4vp', { method: 'POST', body: JSON.stringify(asked) }));
    assert.equal(made.status, 201, made.text);
    const { pathname } = new URL(made.json.button);
    const ways = await read(await server.request(`${pathname}/request?digital=true`, { headers: { origin: SHOP } }));
    assert.equal(ways.status, 200, ways.text);
    assert.deepEqual(
      ways.json.requests.map(({ protocol }: { protocol: string }) => protocol),
      [ISO_MDOC],
    );
    assert.ok(ways.json.qr.path.length > 1000);
    const message = answerIsoMdoc(ways.json.requests[0], heldProof(issuer), SHOP);
    const headers = { origin: SHOP, 'content-type': 'application/json' };
    const posted = await read(
      await server.request(`${pathname}/request`, { method: 'POST', headers, body: JSON.stringify(message) }),
    );
    assert.deepEqual([posted.status, posted.json], [200, {}], posted.text);
    assert.deepEqual((await sessionOf(server, made.json.session)).credentials, answered(true));
  });

  it('what the profile leaves no choice about is refused at the request', async () => {
    const refused = async (body: object): Promise<unknown> => {
      const answer = await read(
        await server.a('/oid4vp', { method: 'POST', body: JSON.stringify({ requestId: 'age', ...body }) }),
      );
      return [answer.status, ...(answer.json.errors ?? []).map(({ pointer }: { pointer: string }) => pointer)];
    };
    assert.deepEqual(await refused({ response_type: 'uri', response_mode: 'direct_post.jwt' }), [
      400,
      '/response_mode',
    ]);
  });
});
