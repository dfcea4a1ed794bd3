/** The list that a tenant publishes, fetched and walked by openvc-core 1.37.0. It knows the profiles F and G. */
import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { entityBody, listBody } from '@countersign/european-trust/test/hosting/hosted-bodies';
import { DAY, makeSigner } from '@countersign/european-trust/test/lists/made-lists';
import {
  type MadeCertificate,
  makeTestAuthority,
  USAGE,
} from '@countersign/european-trust/test/registration/made-certificates';
import { x5cElement } from '@countersign/shared/crypto/x509';
import { read } from '@countersign/wallet/sending/answer';
import { startSampleServer } from '../support/sample-server.ts';
import { jsonBody, type TestServer } from '../support/server.ts';
import { openvcProgram } from './openvc.ts';

/** Its own fetch accepts only https: the one here is for a server on loopback. */
const WALK = `
import base64, json, sys, urllib.request
from cryptography import x509
from openvc.trustlist.lote import EU_WRPAC_PROVIDERS_PROFILE, walk_lote

with open(sys.argv[1], encoding='utf-8') as file:
    given = json.load(file)
signers = [x509.load_der_x509_certificate(base64.b64decode(one)) for one in given['signers']]

def fetch(url):
    with urllib.request.urlopen(given['origin'] + url[len(given['public']):]) as response:
        return response.read()

found = walk_lote(given['url'], lote_signer_certs=signers, profile=EU_WRPAC_PROVIDERS_PROFILE, fetch=fetch)
print(json.dumps({
    'anchors': [[one.sha256, one.tsp_name, one.service_type] for one in found.anchors],
    'problems': [[one.stage, one.detail] for one in found.problems]}))
`;

interface Walked {
  readonly anchors: readonly (readonly string[])[];
  readonly problems: readonly (readonly string[])[];
}

const began = Date.now();
const validity = { notBefore: began - DAY, notAfter: began + 400 * DAY };
const authority = await makeTestAuthority('list CA', validity);
const access = await makeTestAuthority('access CA', validity);
const revocation = await makeTestAuthority('access revocation CA', validity);
const OPERATOR = 'Federal Agency';

/** openvc-core refuses a signer whose country and organisation differ from the scheme's. */
const signer = await makeSigner('list signer', {
  subject: [
    ['C', 'EU'],
    ['O', OPERATOR],
  ],
  issuer: authority,
  usage: USAGE.digitalSignature,
  ...validity,
});

async function publish(t: TestContext, by?: MadeCertificate): Promise<TestServer> {
  const server = await startSampleServer();
  t.after(() => server.close());
  if (by !== undefined) {
    server.writeConfig('keys/list.key.pem', String(by.key.privateKey.export({ type: 'pkcs8', format: 'pem' })));
    server.writeConfig('keys/list.chain.pem', by.certificate.toString());
  }
  const send = async (path: string, body: object) => {
    const { status, text } = await read(await server.a(`/hosted-lists${path}`, { method: 'POST', ...jsonBody(body) }));
    assert.equal(status, 201, text);
  };
  await send('/access', listBody({ list: 'access-certificate-authorities' }));
  const entity = entityBody(access.certificate, { name: [{ lang: 'en', value: 'Access authority' }] });
  const [issuance] = entity.services;
  const revoking = { ...issuance, purpose: 'revocation', certificates: revocation.certificate.toString() };
  await send('/access/entities', { ...entity, services: [issuance, revoking] });
  return server;
}

it('anchors the access authority that the list has, for those who trust its signer or the authority above', async (t) => {
  const run = await openvcProgram(t);
  if (run === undefined) return;
  const server = await publish(t, signer);
  const walk = async (trusted: MadeCertificate): Promise<Walked> => {
    const given = { url: `${server.url}/trust-lists/access`, public: server.url, origin: server.origin };
    return (await run(WALK, { ...given, signers: [x5cElement(trusted.certificate)] })) as Walked;
  };
  const sha256 = access.certificate.fingerprint256.replaceAll(':', '').toLowerCase();
  // The revocation service anchors nothing.
  const anchors = [[sha256, 'Access authority', 'http://uri.etsi.org/19602/SvcType/WRPAC/Issuance']];
  for (const trusted of [authority, signer]) assert.deepEqual(await walk(trusted), { anchors, problems: [] });
  const stranger = await walk(access);
  assert.deepEqual([stranger.anchors, stranger.problems[0]?.[0]], [[], 'signature']);
});

it("refuses a generated key, whose certificate doesn't have the operator's name", async (t) => {
  const run = await openvcProgram(t);
  if (run === undefined) return;
  const server = await publish(t);
  const { json: keys } = await read(await server.a('/keys'));
  const { pem } = keys.purposes.find(({ purpose }: { purpose: string }) => purpose === 'ca').keys[0].certificate;
  const der = pem.replace(/-----[^-]+-----|\s/g, '');
  const given = { url: `${server.url}/trust-lists/access`, public: server.url, origin: server.origin, signers: [der] };
  const { anchors, problems } = (await run(WALK, given)) as Walked;
  assert.deepEqual(anchors, []);
  assert.match(problems[0]?.[1] ?? '', /organizationName .* matches no SchemeOperatorName/);
});
