/** mdocs of other issuers and in other wallets, over HTTP: @owf/mdoc and @auth0/mdl issue and present. */
import assert from 'node:assert/strict';
import { createPublicKey } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { newWalletKey, type WalletKey } from '@countersign/wallet/jwt/keys';
import { encodeCbor } from '@countersign/wallet/mdoc/cbor';
import { redirectBinding } from '@countersign/wallet/presentation/binding';
import type { PresentationRequest } from '@countersign/wallet/presentation/present';
import { auth0Library } from '../mdoc/auth0-library.ts';
import { type ForeignIssuer, foreignIssuer } from '../mdoc/document-signer.ts';
import { acceptWithOwf, owfLibrary } from '../mdoc/owf-library.ts';
import { sessionOf } from '../support/flows.ts';
import {
  answerWith,
  CARD,
  CARD_NAMESPACE,
  cardConfiguration,
  cardQuery,
  cardValues,
  holdCard,
  question,
} from '../support/mdoc.ts';
import { makeFetchedRequest } from '../support/presentation.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';

const transcriptOf = (request: PresentationRequest): Buffer => encodeCbor(redirectBinding(request).transcript);

const PASS = 'org.example.pass';
const passValues = { [CARD_NAMESPACE]: { family_name: 'Ødegård', level: 3 } };
const passQuery = {
  id: 'pass',
  format: 'mso_mdoc',
  meta: { doctype_value: PASS },
  claims: [{ path: [CARD_NAMESPACE, 'family_name'] }, { path: [CARD_NAMESPACE, 'level'] }],
};

describe('mdocs of other issuers, and in other wallets', () => {
  let server: TestServer;
  let issuer: ForeignIssuer;
  let stranger: ForeignIssuer;
  before(async () => {
    server = await startSampleServer();
    issuer = await foreignIssuer(Date.now());
    stranger = await foreignIssuer(Date.now());
    server.writeConfig('issuance/card.json', cardConfiguration);
    server.writeConfig('presentation/card.json', question([cardQuery]));
    server.writeConfig('presentation/pass.json', question([passQuery]));
    server.writeConfig('trust/issuers/passes.pem', issuer.authority);
    server.writeConfig('trust/issuers/passes.json', { doctype: [PASS] });
  });
  after(() => server.close());

  const privateJwk = ({ privateKey }: WalletKey) => privateKey.export({ format: 'jwk' });

  for (const library of [owfLibrary, auth0Library]) {
    /** A foreign issuer's credential, created and held by the library. */
    const held = async (from: ForeignIssuer, docType = PASS) => {
      const key = newWalletKey();
      const issuerSigned = await library.issue({
        docType,
        nameSpaces: passValues,
        deviceKey: createPublicKey(key.privateKey).export({ format: 'jwk' }),
        issuer: from,
        signed: new Date(Date.now() - 60_000),
        validUntil: new Date(Date.now() + 86_400_000),
      });
      return { docType, issuerSigned, deviceKey: privateJwk(key) };
    };

    for (const mode of ['direct_post.jwt', 'direct_post']) {
      it(`${library.name} presents what it issued, ${mode}`, async () => {
        const { session, request } = await makeFetchedRequest(server, { requestId: 'pass', response_mode: mode });
        const elements = { [CARD_NAMESPACE]: ['family_name', 'level'] };
        const transcript = transcriptOf(request);
        const pass = await library.present({ ...(await held(issuer)), transcript, elements });
        const answer = await answerWith(request, { pass: [pass] });
        assert.equal(answer.status, 200, answer.text);
        assert.deepEqual((await sessionOf(server, session)).credentials[0].values, passValues);
      });

      it(`${library.name} presents what was issued here, ${mode}`, async () => {
        const card = await holdCard(server);
        const { session, request } = await makeFetchedRequest(server, { requestId: 'card', response_mode: mode });
        const presented = await library.present({
          docType: CARD,
          issuerSigned: card.credential,
          deviceKey: privateJwk(card.key),
          transcript: transcriptOf(request),
          elements: { [CARD_NAMESPACE]: ['family_name', 'since'] },
        });
        const answer = await answerWith(request, { card: [presented] });
        assert.equal(answer.status, 200, answer.text);
        assert.deepEqual((await sessionOf(server, session)).credentials[0].values, cardValues);
      });
    }

    it(`${library.name}: refused from a stranger, for another request, and of a type that its anchor does not cover`, async () => {
      const elements = { [CARD_NAMESPACE]: ['family_name', 'level'] };
      const other = await makeFetchedRequest(server, { requestId: 'pass' });
      const reasons: string[] = [];
      for (const [from, ofOther, docType, requestId] of [
        [stranger, false, PASS, 'pass'],
        [issuer, true, PASS, 'pass'],
        [issuer, false, CARD, 'card'],
      ] as const) {
        const { session, request } = await makeFetchedRequest(server, { requestId });
        const transcript = transcriptOf(ofOther ? other.request : request);
        const pass = await library.present({ ...(await held(from, docType)), transcript, elements });
        assert.equal((await answerWith(request, { [requestId]: [pass] })).status, 400);
        reasons.push((await sessionOf(server, session)).lastError.reason);
      }
      assert.deepEqual(reasons, ['issuer_trust', 'kb_signature', 'issuer_trust']);
    });
  }

  it('@owf/mdoc accepts what is issued here under the authority of the tenant', async () => {
    const { credential } = await holdCard(server);
    const anchors = await server.platform.keys.anchors('default', 'mdoc');
    await acceptWithOwf(credential, anchors.map(String), new Date());
  });
});
