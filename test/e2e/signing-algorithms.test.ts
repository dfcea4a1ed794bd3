/** Keys of P-384 and Ed25519 that an operator provides: credentials, status lists and requests, over HTTP. */
import assert from 'node:assert/strict';
import { generateKeyPairSync, randomBytes, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { createAuthority, createLeaf } from '@countersign/shared/crypto/certificates';
import { generateKeyPair } from '@countersign/shared/crypto/generate-key';
import { createDocumentSigner, createIssuingAuthority } from '@countersign/shared/crypto/mdoc-certificates';
import { certificateHost } from '@countersign/shared/crypto/x509';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { ALG } from '@countersign/wallet/mdoc/cose';
import { readIssuerSigned } from '@countersign/wallet/mdoc/issuer-signed';
import { presentJwtVc } from '@countersign/wallet/presentation/jwt-vc';
import { post, present, requestUriOf, responseFields, vpTokenOf } from '@countersign/wallet/presentation/present';
import type { Answer } from '@countersign/wallet/sending/answer';
import { decodeJwt, decodeProtectedHeader, importX509, jwtVerify } from 'jose';
import { diplomaConfiguration, diplomaQuery } from '../support/diploma.ts';
import { assertRefused, makeOffer, PRE_AUTHORIZED_FLOW, sessionOf } from '../support/flows.ts';
import { makeFetchedRequest, makeRequest, pidQuestion } from '../support/presentation.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';

const YEAR = 31_536_000_000;
const now = Date.now();
const common = { notBefore: now - 3_600_000, notAfter: now + YEAR, tenant: 'acme', random: randomBytes };
const host = certificateHost('https://issuer.example');
const authorityKeys = generateKeyPair();
const authority = {
  certificate: await createAuthority({ ...common, host, keys: authorityKeys }),
  privateKey: authorityKeys.privateKey,
};
const iaca = {
  certificate: await createIssuingAuthority({
    ...common,
    host: host.value,
    keys: authorityKeys,
    country: 'DE',
    issuerUrl: 'https://issuer.example',
    revocationListUrl: 'https://issuer.example/crl',
  }),
  privateKey: authorityKeys.privateKey,
};
const root = new URL('../../../', import.meta.url);
const sampleOf = (id: string) => JSON.parse(readFileSync(new URL(`test/samples/issuance/${id}.json`, root), 'utf8'));

const algorithms = {
  ES384: { make: () => generateKeyPairSync('ec', { namedCurve: 'P-384' }), cose: [-35, -51] },
  EdDSA: { make: () => generateKeyPairSync('ed25519'), cose: [-8] },
} as const;
type Algorithm = keyof typeof algorithms;

describe("keys of other algorithms in an operator's files", () => {
  let server: TestServer;
  before(async () => {
    server = await startSampleServer({ env: { OUTBOUND_ALLOW: '127.0.0.1' } });
    for (const alg of Object.keys(algorithms) as Algorithm[]) await provide(alg);
  });
  after(() => server.close());

  /** A key set of this algorithm for all purposes, and configurations that use it. */
  async function provide(alg: Algorithm): Promise<void> {
    const set = alg.toLowerCase();
    for (const purpose of ['credential', 'request', 'mdoc'] as const) {
      const { privateKey, publicKey } = algorithms[alg].make();
      const chain = await (purpose === 'mdoc'
        ? createDocumentSigner({ ...common, host: host.value, publicKey, authority: iaca })
        : createLeaf({ ...common, host, publicKey, authority }));
      server.writeConfig(`keys/${set}/${purpose}.key.pem`, privateKey.export({ type: 'pkcs8', format: 'pem' }));
      server.writeConfig(`keys/${set}/${purpose}.chain.pem`, chain);
    }
    const pid = sampleOf('pid');
    const listed = { scope: set, vct: undefined, credential_signing_alg_values_supported: [alg] };
    server.writeConfig(`issuance/pid-${set}.json`, {
      ...pid,
      vct: undefined,
      config: { ...pid.config, ...listed },
      keys: set,
    });
    const mdoc = sampleOf('pid-mdoc');
    const numbers = { scope: `mdoc-${set}`, credential_signing_alg_values_supported: algorithms[alg].cose };
    server.writeConfig(`issuance/mdoc-${set}.json`, { ...mdoc, config: { ...mdoc.config, ...numbers }, keys: set });
    const w3c = {
      scope: `diploma-${set}`,
      credential_definition: { type: ['VerifiableCredential', `Diploma${alg}`] },
      credential_signing_alg_values_supported: [alg],
    };
    const diploma = { ...diplomaConfiguration, config: { ...diplomaConfiguration.config, ...w3c } };
    server.writeConfig(`issuance/diploma-${set}.json`, { ...diploma, keys: set });
  }

  async function received(
    configuration: string,
  ): Promise<{ readonly answer: Answer; readonly held: { readonly credential: string; readonly key: never } }> {
    const offer = { ...PRE_AUTHORIZED_FLOW, credentialConfigurationIds: [configuration] };
    const { uri } = await makeOffer(server, offer);
    const { answer, key } = await new Wallet({ issuer: server.url }).receive(uri);
    return { answer, held: { credential: answer.json.credentials?.[0].credential, key: key as never } };
  }

  for (const alg of ['ES384', 'EdDSA'] as const) {
    const set = alg.toLowerCase();

    it(`${alg}: credential, status list and request are what other libraries verify, and it is accepted back`, async () => {
      const { answer, held } = await received(`pid-${set}`);
      assert.equal(answer.status, 200, answer.text);
      const issuerJwt = held.credential.split('~')[0] ?? '';
      assert.equal(await verified(issuerJwt), alg);
      const { status, vct } = decodeJwt<{ vct: string; status: { status_list: { uri: string } } }>(issuerJwt);
      const [query] = pidQuestion.dcql_query.credentials;
      const asked = { ...query, meta: { vct_values: [vct] } };
      server.writeConfig(`presentation/ask-${set}.json`, { dcql_query: { credentials: [asked] }, keys: set });
      assert.equal(await verified(await (await fetch(status.status_list.uri)).text()), alg);
      const { uri } = await makeRequest(server, { requestId: `ask-${set}` });
      assert.equal(await verified(await (await fetch(requestUriOf(uri))).text()), alg);
      const { request, session } = await makeFetchedRequest(server, { requestId: `ask-${set}` });
      await post(request.response_uri, responseFields(request, vpTokenOf(present(held, request), request)));
      const view = await sessionOf(server, session);
      assert.equal(view.status, 'verified', JSON.stringify(view.error));
    });

    it(`${alg}: a W3C credential is what another library verifies, and it is accepted back`, async () => {
      const { answer, held } = await received(`diploma-${set}`);
      assert.equal(answer.status, 200, answer.text);
      assert.equal(await verified(held.credential), alg);
      const asked = { ...diplomaQuery, meta: { type_values: [[`Diploma${alg}`]] } };
      server.writeConfig(`presentation/ask-diploma-${set}.json`, { dcql_query: { credentials: [asked] } });
      const { request, session } = await makeFetchedRequest(server, { requestId: `ask-diploma-${set}` });
      await post(request.response_uri, responseFields(request, vpTokenOf(presentJwtVc(held, request), request)));
      const view = await sessionOf(server, session);
      assert.equal(view.status, 'verified', JSON.stringify(view.error));
    });

    it(`${alg}: an mdoc has the number of COSE, and metadata name both`, async () => {
      const { answer, held } = await received(`mdoc-${set}`);
      assert.equal(answer.status, 200, answer.text);
      const { cose } = algorithms[alg];
      assert.equal(readIssuerSigned(held.credential).issuerAuth.protectedHeader.get(ALG), cose[0]);
      const metadata = await (await fetch(`${server.url}/.well-known/openid-credential-issuer`)).json();
      const { credential_configurations_supported: all } = metadata as Record<
        string,
        Record<string, Record<string, unknown>>
      >;
      assert.deepEqual(all?.[`pid-${set}`]?.credential_signing_alg_values_supported, [alg]);
      assert.deepEqual(all?.[`mdoc-${set}`]?.credential_signing_alg_values_supported, cose);
    });
  }

  it('a wallet that knows only ES256 is told so, and gets no request that it can not verify', async () => {
    server.writeConfig('presentation/ask.json', { ...pidQuestion, keys: 'es384' });
    const { uri } = await makeRequest(server, { requestId: 'ask' });
    const metadata = { request_object_signing_alg_values_supported: ['ES256'] };
    const answer = await post(requestUriOf(uri), { wallet_metadata: JSON.stringify(metadata) });
    assertRefused(answer, 400, 'invalid_request');
  });

  it('a key of another algorithm than the configuration promises signs nothing', async () => {
    const pid = sampleOf('pid');
    server.writeConfig('issuance/wrong.json', {
      ...pid,
      vct: undefined,
      config: { ...pid.config, scope: 'wrong', vct: undefined },
      keys: 'es384',
    });
    const { answer } = await received('wrong');
    assert.deepEqual([answer.status, answer.json.error], [500, 'server_error']);
  });
});

/** @returns the algorithm of a token that its own certificate verifies */
async function verified(token: string): Promise<unknown> {
  const { alg = '', x5c = [] } = decodeProtectedHeader(token);
  const certificate = new X509Certificate(Buffer.from(x5c[0] ?? '', 'base64'));
  const { protectedHeader } = await jwtVerify(token, await importX509(certificate.toString(), alg), {
    algorithms: [alg],
  });
  return protectedHeader.alg;
}
