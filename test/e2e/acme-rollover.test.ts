/**
 * Access certificates of short life, which an authority renews by ACME over HTTP while wallets receive and present: no wallet is refused,
 * and the certificates change. ACME_FLOWS is the number of flows.
 */
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { it, type TestContext } from 'node:test';
import { renewalJob } from '@countersign/issuer/keys/acme';
import { createTenantKeySets } from '@countersign/issuer/keys/key-set-operations';
import { leafThumbprint } from '@countersign/shared/crypto/certificate-chain';
import { createOutbound } from '@countersign/shared/http/outbound';
import { createStoredAnchors } from '@countersign/shared/trust/stored-anchors';
import { createTrustAnchors } from '@countersign/shared/trust/trust-anchors';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import {
  type HeldCredential,
  type PresentationRequest,
  post,
  present,
  requestUriOf,
  responseFields,
  vpTokenOf,
} from '@countersign/wallet/presentation/present';
import { compactVerify, decodeProtectedHeader } from 'jose';
import { openScriptedAuthority, type ScriptedAuthority } from '../authority/scripted-authority.ts';
import { makeOffer, PRE_AUTHORIZED_FLOW, sessionOf } from '../support/flows.ts';
import { type MadeRequest, makeRequest, pidQuestion } from '../support/presentation.ts';
import { startSampleServer } from '../support/sample-server.ts';
import { jsonBody, type TestServer } from '../support/server.ts';

const FLOWS = Number(process.env.ACME_FLOWS ?? 22);
const MINUTE = 60_000;
/** Lifetime of a certificate: it is renewed after ten of these minutes. */
const LIFE = 15 * MINUTE;
/** Minutes that pass: in them both certificates are renewed twice. */
const PASSING = 22;
const AT_ONCE = Math.ceil(FLOWS / PASSING);
const PARTY = 'NTRDE-HRB123456';

interface World {
  readonly server: TestServer;
  readonly clock: () => number;
  readonly later: (milliseconds: number) => void;
  /** Checks for due work, as the replica with the job's lease. */
  readonly renew: () => Promise<void>;
  /** Issuer of the access certificates. */
  readonly issuer: X509Certificate;
}

async function start(t: TestContext): Promise<World> {
  let ahead = 0;
  const clock = (): number => Date.now() + ahead;
  const authority = await openScriptedAuthority({ port: 0, clock, life: LIFE });
  t.after(() => authority.close());
  const env = { OUTBOUND_ALLOW: '127.0.0.1', RATE_OPEN: '1000000' };
  const server = await startSampleServer({ clock, env });
  t.after(() => server.close());
  await configure(server, authority);
  const { platform } = server;
  const trustAnchors = createTrustAnchors(platform, createStoredAnchors(platform));
  const { run } = renewalJob({
    platform,
    outbound: createOutbound({ allow: ['127.0.0.1'] }),
    environment: {},
    trustAnchors,
    keys: createTenantKeySets(platform, trustAnchors),
  });
  return {
    server,
    clock,
    later: (milliseconds) => {
      ahead += milliseconds;
    },
    renew: run,
    issuer: new X509Certificate(authority.files['access-authority.pem'] ?? ''),
  };
}

/** A tenant whose requests are refused without a registration certificate that fits its access certificate. */
async function configure(server: TestServer, { url, token, files }: ScriptedAuthority): Promise<void> {
  const subject = {
    commonName: 'Example Shop',
    organization: 'Example Shop AG',
    country: 'DE',
    organizationIdentifier: PARTY,
    uris: ['https://shop.example'],
  };
  const identifiers = [{ type: 'wrp-id', value: PARTY }];
  const certificate = { directory: `${url}/acme/directory`, identifiers, subject };
  server.writeConfig('trust/access-authorities/a.pem', files['access-authority.pem']);
  server.writeConfig('trust/registration-providers/r.pem', files['registrar.pem']);
  server.writeConfig('tenant.json', { registration: { onInvalid: 'refuse' } });
  server.writeConfig('registration-certificates/registration.jwt', await registered(server.url, { url, token }));
  server.writeConfig('presentation/question.json', pidQuestion);
  server.writeConfig('acme.json', { certificates: [certificate, { ...certificate, purpose: 'metadata' }] });
}

/** @returns the registration certificate for the question */
async function registered(issuer: string, { url, token }: Pick<ScriptedAuthority, 'url' | 'token'>): Promise<string> {
  const vct_values = [`${issuer}/credentials/vct/pid`];
  const credential = [{ format: 'dc+sd-jwt', meta: { vct_values }, claim: [{ path: ['given_name'] }] }];
  const party = {
    identifier: [{ type: 'http://data.europa.eu/eudi/id/EUID', identifier: PARTY }],
    tradeName: 'Example Shop',
    intendedUse: [{ intendedUseIdentifier: 'check-name', credential }],
  };
  const send = async (method: string, path: string, body: object): Promise<Response> => {
    const content = jsonBody(body);
    const headers = { ...content.headers, authorization: `Bearer ${token}` };
    const answer = await fetch(`${url}/registrar${path}`, { method, ...content, headers });
    assert.ok(answer.ok, `${path}: ${answer.status}`);
    return answer;
  };
  await send('PUT', '/wrp', party);
  const asked = { rpId: PARTY, intendedUseIdentifier: 'check-name' };
  return ((await (await send('POST', '/registration-certificates', asked)).json()) as { jwt: string }).jwt;
}

/** What a wallet accepts: a signature by a certificate of the authority that is valid now. @returns the thumbprint of its leaf */
async function signerOf({ clock, issuer }: World, jws: string): Promise<string> {
  const { x5c = [] } = decodeProtectedHeader(jws);
  const leaf = new X509Certificate(Buffer.from(x5c[0] ?? '', 'base64'));
  await compactVerify(jws, leaf.publicKey);
  assert.ok(leaf.verify(issuer.publicKey), 'the certificate is not from the authority');
  const [now, begin, end] = [clock(), Date.parse(leaf.validFrom), Date.parse(leaf.validTo)];
  assert.ok(begin <= now && now <= end, `the certificate is valid from ${leaf.validFrom} to ${leaf.validTo}`);
  return leafThumbprint(x5c);
}

async function signedText(url: string): Promise<string> {
  const answer = await fetch(url, { headers: { accept: 'application/jwt' } });
  const text = await answer.text();
  assert.equal(answer.status, 200, text);
  return text;
}

async function received({ server, clock }: World): Promise<HeldCredential> {
  const { uri } = await makeOffer(server, PRE_AUTHORIZED_FLOW);
  const { answer, key } = await new Wallet({ issuer: server.url, clock }).receive(uri);
  assert.equal(answer.status, 200, answer.text);
  return { credential: answer.json.credentials[0].credential, key };
}

/** @returns the thumbprint of the requesting certificate */
async function presented(world: World, { uri, session }: MadeRequest, held: HeldCredential): Promise<string> {
  const jws = await signedText(requestUriOf(uri));
  const leaf = await signerOf(world, jws);
  const request = JSON.parse(Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString()) as PresentationRequest;
  assert.equal(request.client_id, `x509_hash:${leaf}`);
  assert.equal(request.verifier_info?.length, 1);
  const shown = present(held, request, { payload: { iat: Math.floor(world.clock() / 1000) } });
  await post(request.response_uri, responseFields(request, vpTokenOf(shown, request)));
  const { status, error } = await sessionOf(world.server, session);
  assert.equal(status, 'verified', JSON.stringify(error));
  return leaf;
}

it('no wallet is refused while an authority renews certificates by ACME', async (t) => {
  const world = await start(t);
  const { server, later, renew } = world;
  await renew();
  // The first certificate replaces a generated key, which signs until every replica knows the certificate.
  later(3 * MINUTE);
  const seen = { requests: new Set<string>(), metadata: new Set<string>() };
  const refused: string[] = [];
  let flows = 0;
  const flow = async (): Promise<void> => {
    const metadata = await signedText(`${server.url}/.well-known/openid-credential-issuer`);
    seen.metadata.add(await signerOf(world, metadata));
    const held = await received(world);
    seen.requests.add(await presented(world, await makeRequest(server), held));
    flows += 1;
  };
  const held = await received(world);
  for (let minute = 1; minute <= PASSING; minute += 1) {
    const open = await makeRequest(server);
    const running = Array.from({ length: AT_ONCE }, () =>
      flow().catch((error: unknown) => refused.push(String(error))),
    );
    later(MINUTE);
    await renew();
    await Promise.all(running);
    // The link is opened when the certificate of the next minutes has come.
    seen.requests.add(await presented(world, open, held));
  }
  assert.deepEqual(refused, []);
  const [requests, metadata] = [seen.requests.size, seen.metadata.size];
  assert.deepEqual([requests, metadata], [3, 3]);
  // The account has a new key, with which the next certificates are ordered.
  const replaced = await server.a('/keys/renewals/account-keys', { method: 'POST' });
  const { accounts } = (await replaced.json()) as { accounts: { outcome: string }[] };
  assert.deepEqual([replaced.status, accounts.map(({ outcome }) => outcome)], [201, ['replaced']]);
  later(10 * MINUTE);
  await renew();
  later(3 * MINUTE);
  seen.requests.add(await presented(world, await makeRequest(server), await received(world)));
  assert.equal(seen.requests.size, 4);
  t.diagnostic(`${flows + PASSING} flows, ${requests} certificates of requests, ${metadata} of metadata, 0 refused`);
});
