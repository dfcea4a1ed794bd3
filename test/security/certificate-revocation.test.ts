/**
 * Certificates of issuers, looked up over HTTP when credentials are presented: revoked, unreachable, and never before
 * the path is verified.
 */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { authority, crlOf, leafUnder, ocspOf } from '@countersign/european-trust/test/revocation/revocation-authority';
import { childrenOf, elementAt, elementsOf } from '@countersign/shared/crypto/der';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { newWalletKey, signCompact } from '@countersign/wallet/jwt/keys';
import { post, present, responseFields, vpTokenOf } from '@countersign/wallet/presentation/present';
import { PRE_AUTHORIZED_FLOW, sessionOf } from '../support/flows.ts';
import { answerWith, cardConfiguration, cardQuery, presentCard, question } from '../support/mdoc.ts';
import { makeFetchedRequest, pidQuestion } from '../support/presentation.ts';
import { offerOf, shapes } from '../support/presentation-during-issuance.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';
import { untilTraced } from '../support/trace.ts';

const now = Date.now();
const HOUR = 3_600_000;
const times = { thisUpdate: now - HOUR, nextUpdate: now + HOUR };
const ca = await authority();
const stranger = await authority('Unknown CA');
type Signer = Awaited<ReturnType<typeof leafUnder>>;

describe('the certificates behind a presented credential', () => {
  const asked: string[] = [];
  let revoked: readonly Signer[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url === '/gone') return void response.writeHead(404).end();
      if (request.url === '/ocsp')
        return void response.end(ocspOf(ca, certIdOf(Buffer.concat(chunks)), { status: 'revoked', ...times }));
      response.end(crlOf(ca, { revoked: revoked.map(({ certificate }) => certificate), ...times }));
    });
  });
  let origin = '';
  let verifier: TestServer;
  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    origin = `http://127.0.0.1:${port}`;
    const env = { OUTBOUND_ALLOW: `127.0.0.1,localhost`, CERTIFICATE_REVOCATION: 'hard' };
    verifier = await startSampleServer({ env });
    verifier.writeConfig('trust/issuers/other.pem', ca.certificate.toString());
    verifier.writeConfig('presentation/question.json', pidQuestion);
  });
  after(async () => {
    await verifier.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  async function answered(signer: Signer) {
    const key = newWalletKey();
    const header = { typ: 'dc+sd-jwt', alg: 'ES256', x5c: [signer.certificate.raw.toString('base64')] };
    const vct = `${verifier.url}/credentials/vct/pid`;
    const payload = { vct, given_name: 'Erika', iat: Math.floor(now / 1000), cnf: { jwk: key.publicJwk } };
    const held = { credential: `${signCompact(header, payload, signer.key.privateKey)}~`, key };
    const { session, request } = await makeFetchedRequest(verifier);
    const answer = await post(
      request.response_uri,
      responseFields(request, vpTokenOf(present(held, request), request)),
    );
    return { session, status: answer.status };
  }

  /** @returns `verified`, or the reason of the refusal */
  async function outcome(signer: Signer): Promise<string> {
    const { session } = await answered(signer);
    const view = await sessionOf(verifier, session);
    return view.status === 'verified' ? 'verified' : (view.error?.reason ?? view.lastError?.reason);
  }

  it('count only where its list does not name them', async () => {
    const [good, bad] = [
      await leafUnder(ca, { name: 'Good', crls: [`${origin}/one`] }),
      await leafUnder(ca, { name: 'Bad', crls: [`${origin}/one`] }),
    ];
    revoked = [bad];
    assert.equal(await outcome(good), 'verified');
    assert.equal(await outcome(bad), 'certificate_revoked');
    assert.equal(asked.filter((path) => path === '/one').length, 1, 'one list for both');
    const byOcsp = await leafUnder(ca, { name: 'By OCSP', ocsp: [`${origin}/ocsp`] });
    assert.equal(await outcome(byOcsp), 'certificate_revoked');
  });

  it('are fetched once for many presentations at once', async () => {
    const signer = await leafUnder(ca, { name: 'Many', crls: [`${origin}/many`] });
    const all = await Promise.all(Array.from({ length: 30 }, () => answered(signer)));
    assert.ok(all.every(({ status }) => status === 200));
    assert.equal(asked.filter((path) => path === '/many').length, 1);
  });

  it('are not asked about before the path holds: a stranger names addresses in vain', async () => {
    const before = asked.length;
    const unknown = await leafUnder(stranger, { crls: [`${origin}/never`], ocsp: [`${origin}/never`] });
    assert.equal(await outcome(unknown), 'issuer_trust');
    const forged = { ...(await leafUnder(ca, { name: 'Forged', crls: [`${origin}/never`] })), key: unknown.key };
    assert.equal(await outcome(forged), 'issuer_signature');
    assert.equal(asked.length, before);
  });

  it('are valid by the list that another tenant of this server publishes of its IACA', async () => {
    const [, shape = assert.fail()] = shapes;
    const brief = { short_lived: true, lifetime: 86_400 };
    verifier.writeConfig('tenants/root/issuance/card.json', { ...cardConfiguration, ...brief });
    verifier.writeConfig('presentation/card.json', question([cardQuery]));
    const made = await offerOf(verifier, shape, { ...PRE_AUTHORIZED_FLOW, credentialConfigurationIds: ['card'] });
    const { answer, key } = await new Wallet({ issuer: shape.issuer(verifier) }).receive(made.uri);
    const { anchor = '' } = await verifier.platform.keys.signer('root', 'mdoc');
    verifier.writeConfig('trust/issuers/root.pem', anchor);
    const held = { credential: answer.json.credentials[0].credential, key };
    const { session, request } = await makeFetchedRequest(verifier, { requestId: 'card' });
    await answerWith(request, { card: [presentCard(held, request)] });
    const view = await sessionOf(verifier, session);
    assert.equal(view.status, 'verified', JSON.stringify(view.lastError));
  });

  it('refuse where their status is not known and the rule is hard; where it is soft the trace says so', async () => {
    const signer = await leafUnder(ca, { name: 'Gone', crls: [`${origin}/gone`] });
    assert.equal(await outcome(signer), 'certificate_status_unavailable');
    verifier.writeConfig('tenant.json', { certificateRevocation: 'soft' });
    const { session, status } = await answered(signer);
    assert.equal(status, 200);
    const noted = await untilTraced(verifier, session, ({ reason }) => reason === 'certificate_status_unavailable');
    assert.equal(noted.facts?.detail, 'protocol');
    verifier.writeConfig('tenant.json', { certificateRevocation: 'off' });
    const silent = await leafUnder(ca, { name: 'Silent', crls: [`${origin}/silent`] });
    assert.equal(await outcome(silent), 'verified');
    assert.ok(!asked.includes('/silent'));
  });
});

/** The certificate id of a question. */
function certIdOf(request: Buffer): Buffer {
  const [list] = childrenOf(childrenOf(elementsOf(request)?.[0])?.[0]) ?? [];
  const [single] = childrenOf(list) ?? [];
  const content = single?.content ?? Buffer.alloc(0);
  return content.subarray(0, elementAt(content, 0)?.end);
}
