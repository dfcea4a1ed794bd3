/**
 * Credo 0.6.3 as the wallet: it fetches credentials with a pre-authorized code, verifies and stores them, and presents
 * them.
 */
import assert from 'node:assert/strict';
import { after, before, describe, type TestContext, test } from 'node:test';
import { read } from '@countersign/wallet/sending/answer';
import { type CredoWallet, provisionCredoWallet, startCredoWallet } from '../credo/credo-wallet.ts';
import { pidQuestion } from '../support/presentation.ts';
import { startSampleServer } from '../support/sample-server.ts';
import { jsonBody, type TestServer } from '../support/server.ts';

let server: TestServer;
let program: string | undefined;
let missing = '';

/** A driving licence with the elements that a wallet demands of one. */
const licence = {
  config: { format: 'mso_mdoc', doctype: 'org.iso.18013.5.1.mDL', display: [{ name: 'Driving licence' }] },
  claims: {
    'org.iso.18013.5.1': {
      family_name: 'Müller',
      given_name: 'Erika',
      birth_date: '1985-04-12',
      issue_date: '2025-01-15',
      expiry_date: '2035-01-14',
      issuing_country: 'UT',
      issuing_authority: 'Transport Authority',
      document_number: '12345678',
      portrait: Buffer.from('ffd8ffe0', 'hex').toString('base64url'),
      driving_privileges: [{ vehicle_category_code: 'B', issue_date: '2005-01-15' }],
      un_distinguishing_sign: 'UTO',
      age_over_18: true,
    },
  },
  lifetime: 86_400,
};

const licenceQuestion = {
  ...pidQuestion,
  dcql_query: {
    credentials: [
      {
        id: 'licence',
        format: 'mso_mdoc',
        meta: { doctype_value: 'org.iso.18013.5.1.mDL' },
        claims: [
          { path: ['org.iso.18013.5.1', 'family_name'] },
          { path: ['org.iso.18013.5.1', 'birth_date'] },
          { path: ['org.iso.18013.5.1', 'portrait'] },
          { path: ['org.iso.18013.5.1', 'age_over_18'], values: [true] },
        ],
      },
    ],
  },
};

const ORIGIN = 'https://shop.example';

const mixedQuestion = {
  ...pidQuestion,
  origins: [ORIGIN],
  dcql_query: {
    credentials: [...pidQuestion.dcql_query.credentials, ...licenceQuestion.dcql_query.credentials],
  },
};

before(async () => {
  server = await startSampleServer();
  for (const tenant of ['', 'tenants/root/']) {
    server.writeConfig(`${tenant}issuance/licence.json`, licence);
    server.writeConfig(`${tenant}presentation/question.json`, pidQuestion);
    server.writeConfig(`${tenant}presentation/licence.json`, licenceQuestion);
    server.writeConfig(`${tenant}presentation/both.json`, mixedQuestion);
  }
  try {
    program = await provisionCredoWallet();
  } catch (error) {
    if (process.env.CI === 'true') throw error;
    missing = error instanceof Error ? error.message : String(error);
    process.stderr.write(`\nMISSING: Credo: ${missing}\n`);
  }
});
after(async () => {
  for (const wallet of started.values()) await (await wallet).close();
  await server.close();
});

/** Both variants of the API: paths of offers and requests, and a call with the variant's credentials. */
const shapes = {
  a: { offer: '/vci/offer', request: '/oid4vp', call: (path: string, init?: RequestInit) => server.a(path, init) },
  b: {
    offer: '/issuer-management/offer',
    request: '/presentation-management/request',
    call: (path: string, init?: RequestInit) => server.b(path, init),
  },
};

type Shape = (typeof shapes)[keyof typeof shapes];

async function ask({ call }: Shape, path: string, body?: object): Promise<Awaited<ReturnType<typeof read>>['json']> {
  const answer = await read(await call(path, body === undefined ? {} : { method: 'POST', ...jsonBody(body) }));
  assert.ok(answer.status === 200 || answer.status === 201, answer.text);
  return answer.json;
}

const started = new Map<Shape, Promise<CredoWallet>>();

/** A variant's wallet, which trusts the tenant's certificates. */
function walletFor(t: TestContext, shape: Shape): Promise<CredoWallet> | undefined {
  if (program === undefined) {
    t.skip(missing);
    return undefined;
  }
  const wallet = started.get(shape) ?? startWallet(program, shape);
  started.set(shape, wallet);
  return wallet;
}

async function startWallet(path: string, shape: Shape): Promise<CredoWallet> {
  // The first offer and the first request create the keys.
  await ask(shape, shape.offer, offerOf('pid', 'licence'));
  await ask(shape, shape.request, { response_type: 'uri', requestId: 'question' });
  const listed = JSON.stringify([await ask(shape, '/trust'), await ask(shape, '/keys')]);
  const trusted = [...listed.matchAll(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g)].map(([pem]) =>
    pem.replaceAll('\\n', '\n'),
  );
  return startCredoWallet(path, trusted);
}

function offerOf(...credentialConfigurationIds: readonly string[]): object {
  return { response_type: 'uri', flow: 'pre_authorized_code', credentialConfigurationIds };
}

for (const [name, shape] of Object.entries(shapes)) {
  describe(`Credo, shape ${name}`, () => {
    test('takes a batch of SD-JWT VCs and presents one, encrypted and in clear', async (t) => {
      const wallet = await walletFor(t, shape);
      if (wallet === undefined) return;
      const offer = await ask(shape, shape.offer, offerOf('pid'));
      const [stored] = await wallet.accept(offer.uri, { batch: 2 });
      assert.equal(stored?.type, 'SdJwtVcRecord');
      assert.equal(stored.instances, 2);
      for (const mode of ['direct_post.jwt', 'direct_post']) {
        const body = { response_type: 'uri', requestId: 'question', response_mode: mode };
        const request = await ask(shape, shape.request, body);
        const presented = await wallet.present(request.uri);
        assert.deepEqual(presented.serverResponse, { status: 200, body: {} }, mode);
        const session = await ask(shape, `/session/${request.session}`);
        assert.equal(session.credentials[0].values.given_name, stored.claims?.given_name);
      }
    });

    test('takes a batch of mdocs and presents one, encrypted and in clear', async (t) => {
      const wallet = await walletFor(t, shape);
      if (wallet === undefined) return;
      const offer = await ask(shape, shape.offer, offerOf('licence'));
      const [stored] = await wallet.accept(offer.uri, { batch: 2 });
      assert.equal(stored?.type, 'MdocRecord');
      assert.equal(stored.instances, 2);
      assert.equal(stored.docType, 'org.iso.18013.5.1.mDL');
      assert.equal(stored.values?.['org.iso.18013.5.1']?.family_name, 'Müller');
      for (const mode of ['direct_post.jwt', 'direct_post']) {
        const body = { response_type: 'uri', requestId: 'licence', response_mode: mode };
        const request = await ask(shape, shape.request, body);
        const presented = await wallet.present(request.uri);
        assert.deepEqual(presented.serverResponse, { status: 200, body: {} }, mode);
        const session = await ask(shape, `/session/${request.session}`);
        assert.deepEqual(session.credentials[0].values, {
          'org.iso.18013.5.1': {
            family_name: 'Müller',
            birth_date: '1985-04-12',
            portrait: Buffer.from('ffd8ffe0', 'hex').toString('base64url'),
            age_over_18: true,
          },
        });
      }
    });

    test('answers one request with credentials of both formats', async (t) => {
      const wallet = await walletFor(t, shape);
      if (wallet === undefined) return;
      await wallet.accept((await ask(shape, shape.offer, offerOf('pid', 'licence'))).uri);
      const request = await ask(shape, shape.request, { response_type: 'uri', requestId: 'both' });
      const presented = await wallet.present(request.uri);
      assert.equal(presented.serverResponse?.status, 200);
      const { credentials } = await ask(shape, `/session/${request.session}`);
      assert.deepEqual(credentials.map(({ id }: { readonly id: string }) => id).sort(), ['licence', 'pid']);
    });

    for (const mode of ['dc_api.jwt', 'dc_api']) {
      test(`answers a page with credentials of both formats, ${mode}`, async (t) => {
        const wallet = await walletFor(t, shape);
        if (wallet === undefined) return;
        await wallet.accept((await ask(shape, shape.offer, offerOf('pid', 'licence'))).uri);
        const body = { response_type: 'dc-api', requestId: 'both', response_mode: mode };
        const { session, digital } = await ask(shape, shape.request, body);
        const [{ protocol, data }] = digital.requests;
        assert.equal(protocol, 'openid4vp-v1-signed');
        await assert.rejects(wallet.present(data, 'https://other.example'), /origin/i);
        const presented = await wallet.present(data, ORIGIN);
        const answer = await ask(shape, `/session/${session}/dc-api`, {
          protocol,
          data: presented.authorizationResponse,
        });
        const ids = answer.credentials.map(({ id }: { readonly id: string }) => id);
        assert.deepEqual(ids.sort(), ['licence', 'pid']);
      });
    }
  });
}
