/** Credential configurations of one tenant that are signed by different key sets, over HTTP, and the renewal of one set's certificate. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it, type TestContext } from 'node:test';
import { leafThumbprint } from '@countersign/shared/crypto/certificate-chain';
import { certificateRequestDer } from '@countersign/shared/crypto/certificate-request';
import { x5cElement } from '@countersign/shared/crypto/x509';
import { setLead } from '@countersign/shared/model/keys/key-states';
import { type TestAuthority, testAuthority } from '@countersign/shared/test/keys/set-authority';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { X5CHAIN } from '@countersign/wallet/mdoc/cose';
import { readIssuerSigned } from '@countersign/wallet/mdoc/issuer-signed';
import {
  type HeldCredential,
  post,
  present,
  responseFields,
  vpTokenOf,
} from '@countersign/wallet/presentation/present';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { makeOffer, PRE_AUTHORIZED_FLOW, sessionOf } from '../support/flows.ts';
import { makeFetchedRequest, pidQuestion } from '../support/presentation.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';
import { untilTraced } from '../support/trace.ts';

const SUBJECT = {
  country: 'DE',
  organization: 'Example Authority',
  organizationIdentifier: 'NTRDE-HRB123456',
  commonName: 'Example Authority',
  uris: ['https://authority.example/support'],
};

const root = new URL('../../../', import.meta.url);
const sampleOf = (id: string): { config: object } =>
  JSON.parse(readFileSync(new URL(`test/samples/issuance/${id}.json`, root), 'utf8'));

interface World {
  readonly server: TestServer;
  clock(): number;
  later(milliseconds: number): void;
  call(method: string, path: string, body?: object): Promise<Response>;
  /** A new key of the set with a certificate. @returns the thumbprint of the leaf */
  certify(set: string, purpose: 'credential' | 'mdoc' | 'request'): Promise<string>;
  /** A credential of the configuration. */
  received(configuration: string): Promise<HeldCredential>;
}

async function start(t: TestContext): Promise<World> {
  let ahead = 0;
  const clock = (): number => Date.now() + ahead;
  const server = await startSampleServer({ clock });
  t.after(() => server.close());
  const authorities = new Map<string, TestAuthority>();
  const call: World['call'] = (method, path, body) =>
    server.a(path, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  const made = async (path: string, body: object): Promise<{ readonly request: string }> => {
    const answer = await call('POST', path, body);
    const text = await answer.text();
    assert.equal(answer.status, 201, text);
    return JSON.parse(text) as { request: string };
  };
  return {
    server,
    clock,
    call,
    later: (milliseconds) => {
      ahead += milliseconds;
    },
    certify: async (set, purpose) => {
      const authority = authorities.get(set) ?? (await testAuthority(Date.now()));
      authorities.set(set, authority);
      const { request } = await made(`/key-sets/${set}/${purpose}`, SUBJECT);
      const csr = certificateRequestDer(request);
      const chain = await (purpose === 'mdoc' ? authority.answerForMdocs(csr) : authority.answer(csr));
      await made(`/key-sets/${set}/${purpose}/chain`, { pem: chain.map(String).join('') });
      return leafThumbprint(chain.map(x5cElement));
    },
    received: async (configuration) => {
      const offer = { ...PRE_AUTHORIZED_FLOW, credentialConfigurationIds: [configuration] };
      const { uri } = await makeOffer(server, offer);
      const { answer, key } = await new Wallet({ issuer: server.url, clock }).receive(uri);
      assert.equal(answer.status, 200, answer.text);
      return { credential: answer.json.credentials[0].credential, key };
    },
  };
}

/** Thumbprint of the chain that signed it. */
function signerOf({ credential }: HeldCredential): string {
  const header = credential.split('.').length > 1 ? credential.split('.')[0] : undefined;
  if (header !== undefined) return leafThumbprint(JSON.parse(Buffer.from(header, 'base64url').toString('utf8')).x5c);
  const chain = readIssuerSigned(credential).issuerAuth.unprotectedHeader.get(X5CHAIN);
  const [leaf] = Array.isArray(chain) ? chain : [chain];
  assert.ok(leaf instanceof Uint8Array);
  return leafThumbprint([Buffer.from(leaf).toString('base64')]);
}

/** The outcome of presenting it. */
async function outcome({ server, clock }: World, held: HeldCredential): Promise<unknown> {
  const { request, session } = await makeFetchedRequest(server);
  const shown = present(held, request, { payload: { iat: Math.floor(clock() / 1000) } });
  await post(request.response_uri, responseFields(request, vpTokenOf(shown, request)));
  const { status, error } = await sessionOf(server, session);
  return error ?? status;
}

/** Thumbprints of the chains that signed the status lists of SD-JWT VCs. */
async function statusSigners(all: readonly HeldCredential[]): Promise<readonly string[]> {
  const signers: string[] = [];
  for (const { credential } of all) {
    const { status } = decodeJwt<{ status: { status_list: { uri: string } } }>(credential.split('~')[0] ?? '');
    const { uri } = status.status_list;
    const { x5c = [] } = decodeProtectedHeader(await (await fetch(uri)).text());
    signers.push(leafThumbprint(x5c));
  }
  return signers;
}

it('each configuration is signed by its set, and the verifier of the tenant accepts both', async (t) => {
  const world = await start(t);
  const { server, certify, received, later } = world;
  const [staff, guests, mdocs] = [
    await certify('staff', 'credential'),
    await certify('guests', 'credential'),
    await certify('staff', 'mdoc'),
  ];
  const pid = sampleOf('pid');
  server.writeConfig('issuance/pid.json', { ...pid, keys: 'staff' });
  const guest = { ...pid, config: { ...pid.config, scope: 'guest', vct: undefined }, vct: undefined, keys: 'guests' };
  server.writeConfig('issuance/guest.json', guest);
  server.writeConfig('issuance/pid-mdoc.json', { ...sampleOf('pid-mdoc'), keys: 'staff' });
  server.writeConfig('issuance/plain.json', { ...guest, keys: undefined, config: { ...guest.config, scope: 'plain' } });
  server.writeConfig('presentation/question.json', pidQuestion);
  later(2000);
  const held = await received('pid');
  assert.equal(signerOf(held), staff);
  assert.equal(signerOf(await received('guest')), guests);
  assert.equal(signerOf(await received('pid-mdoc')), mdocs);
  const plain = await received('plain');
  assert.ok(![staff, guests, mdocs].includes(signerOf(plain)));
  assert.equal(await outcome(world, held), 'verified');
  // Readers look for the signer of a status list under the authority of the credential's signer.
  assert.deepEqual(await statusSigners([held, await received('guest'), plain]), [staff, guests, signerOf(plain)]);
});

it("a renewed certificate signs from its time on, and only its set's configurations", async (t) => {
  const world = await start(t);
  const { server, certify, received, later } = world;
  const first = await certify('staff', 'credential');
  const guests = await certify('guests', 'credential');
  const pid = sampleOf('pid');
  server.writeConfig('issuance/pid.json', { ...pid, keys: 'staff' });
  const guest = { ...pid, config: { ...pid.config, scope: 'guest', vct: undefined }, vct: undefined, keys: 'guests' };
  server.writeConfig('issuance/guest.json', guest);
  server.writeConfig('presentation/question.json', pidQuestion);
  later(2000);
  const before = await received('pid');
  assert.equal(signerOf(before), first);
  const second = await certify('staff', 'credential');
  later(2000);
  assert.equal(signerOf(await received('pid')), first);
  later(setLead('credential'));
  const after = await received('pid');
  assert.equal(signerOf(after), second);
  assert.equal(signerOf(await received('guest')), guests);
  assert.deepEqual([await outcome(world, before), await outcome(world, after)], ['verified', 'verified']);
});

it('a set without a key for the format is refused at the write and at the offer, and one in use stays', async (t) => {
  const { server, certify, call, later } = await start(t);
  await certify('staff', 'mdoc');
  const pid = sampleOf('pid');
  const body = { ...pid, $schema: undefined, id: 'written', keys: 'staff' };
  body.config = { ...pid.config, scope: 'written', vct: undefined };
  const schema = { properties: {}, required: [] };
  const write = () => call('POST', '/issuer-management', { ...body, vct: undefined, schema });
  const refused = (await (await write()).json()) as { readonly errors: readonly { readonly pointer: string }[] };
  assert.deepEqual(
    refused.errors.map(({ pointer }) => pointer),
    ['/keys'],
  );
  server.writeConfig('issuance/pid.json', { ...pid, keys: 'staff' });
  later(2000);
  const offer = { ...PRE_AUTHORIZED_FLOW, response_type: 'uri', credentialConfigurationIds: ['pid'] };
  const offered = await call('POST', '/vci/offer', offer);
  assert.deepEqual([offered.status, ((await offered.json()) as { reason: string }).reason], [409, 'key_set_unknown']);
  await certify('staff', 'credential');
  assert.equal((await write()).status, 201);
  assert.equal((await call('POST', '/vci/offer', offer)).status, 201);
  assert.equal((await call('DELETE', '/key-sets/staff/credential')).status, 409);
  // No mdoc configuration uses it.
  assert.equal((await call('DELETE', '/key-sets/staff/mdoc')).status, 200);
});

it('the trace says which set and certificate signed a request and a credential', async (t) => {
  const world = await start(t);
  const { server, certify, later } = world;
  const [credentials, requests] = [await certify('staff', 'credential'), await certify('shop', 'request')];
  server.writeConfig('issuance/pid.json', { ...sampleOf('pid'), keys: 'staff' });
  server.writeConfig('presentation/question.json', { ...pidQuestion, keys: 'shop' });
  later(2000);
  const offer = { ...PRE_AUTHORIZED_FLOW, credentialConfigurationIds: ['pid'] };
  const offered = await makeOffer(server, offer);
  const { answer } = await new Wallet({ issuer: server.url, clock: world.clock }).receive(offered.uri);
  assert.equal(answer.status, 200, answer.text);
  const asked = await makeFetchedRequest(server);
  assert.equal(asked.request.client_id, `x509_hash:${requests}`);
  const notes = [
    { session: offered.session, reason: 'credential_signed', facts: factsOf('staff', credentials) },
    { session: asked.session, reason: 'request_signed', facts: factsOf('shop', requests) },
  ];
  for (const { session, reason, facts } of notes) {
    const entry = await untilTraced(server, session, (one) => one.reason === reason);
    assert.deepEqual([entry.outcome, entry.facts], ['info', facts]);
  }
});

function factsOf(keySet: string, thumbprint: string) {
  const sha256 = Buffer.from(thumbprint, 'base64url').toString('hex');
  return { keySet, sha256, x509Hash: thumbprint };
}
