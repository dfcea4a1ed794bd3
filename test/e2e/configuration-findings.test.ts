/**
 * Every error in a configuration in one response, in the document's order: through the API, in an import, and by
 * check-config.
 */
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { checkConfig } from '@countersign/operator/configuration/check-config';
import { read } from '@countersign/wallet/sending/answer';
import { shapes } from '../support/presentation-during-issuance.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';
import { credentialConfiguration } from '../support/tenant-ids.ts';

interface Finding {
  readonly pointer: string;
  readonly detail: string;
}

const [ofDefault] = shapes;
const shape = ofDefault ?? assert.fail();
const json = { 'content-type': 'application/json' };
const auhth = { type: 'apiKey', config: { headerName: 'host', value: 'secret-of-hook' } };

/**
 * Errors in the shape, in single members, in what wallets show, in the claims, and relative to other configurations.
 */
const credential = {
  mistyped: 1,
  config: {
    format: 'dc+sd-jwt',
    scope: 'taken',
    credential_signing_alg_values_supported: ['ES512'],
    display: [{ name: 'N', text_color: 'red', logo: { uri: '<PUBLIC_URL>/public/none.png' } }],
    colour: 'blue',
  },
  lifetime: 60,
  claims: { iss: 'me', name: 1 },
  disclosureFrame: { _sd: ['name', 'nam'] },
  presentation_during_issuance: { type: 'nowhere', webhook: 'http://10.0.0.1/hook' },
  refresh: { lifetime: 'long' },
  schema: { properties: { name: { type: 'string' } }, required: [] },
};
const ofCredential = [
  '/mistyped',
  '/config/scope',
  '/config/credential_signing_alg_values_supported',
  '/config/display/0/text_color',
  '/config/display/0/logo/uri',
  '/config/colour',
  '/lifetime',
  '/claims/iss',
  '/claims/name',
  '/disclosureFrame/_sd/1',
  '/presentation_during_issuance/type',
  '/presentation_during_issuance/webhook/url',
  '/refresh/lifetime',
];

const presentation = {
  dcql_query: {
    credentials: [
      { id: 'a', format: 'dc+sd-jwt', meta: { vct_values: [] }, clams: [] },
      {
        id: 'b',
        format: 'mso_mdoc',
        meta: { doctype_value: 'd' },
        claims: [{ path: ['n', 'e'], intent_to_retain: true }],
      },
    ],
  },
  registrationCert: { id: 'r' },
  webhook: { url: 'http://10.0.0.1/hook', auhth },
  origins: ['https://shop.example/', 7],
  mistyped: 1,
};
const ofPresentation = [
  '/dcql_query/credentials/0/meta/vct_values',
  '/dcql_query/credentials/0/clams',
  '/dcql_query/credentials/1/claims/0/intent_to_retain',
  '/registrationCert/body',
  '/webhook/url',
  '/webhook/auhth/config/headerName',
  '/origins/0',
  '/origins/1',
  '/mistyped',
];

let server: TestServer;
before(async () => {
  server = await startSampleServer();
});
after(() => server.close());

async function post(path: string, body: object) {
  return read(await shape.call(server, path, { method: 'POST', headers: json, body: JSON.stringify(body) }));
}

async function errorsOf(path: string, body: object): Promise<readonly Finding[]> {
  const { status, json: problem } = await post(path, body);
  assert.deepEqual([status, problem.reason], [400, 'flow_configuration_invalid']);
  return (problem as unknown as { readonly errors: readonly Finding[] }).errors;
}

const placesOf = (findings: readonly Finding[]) => findings.map(({ pointer }) => pointer);

/** check-config's messages about a file with this content. */
async function checked(file: string, content: object): Promise<readonly Finding[]> {
  const { settings, clock } = server.platform;
  const path = join(settings.CONFIG_FOLDER, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(content, undefined, 2));
  try {
    const { findings } = await checkConfig({ settings, environment: {}, clock });
    return findings.filter((finding) => finding.file === file).map(({ pointer, detail }) => ({ pointer, detail }));
  } finally {
    rmSync(path);
  }
}

async function taken(): Promise<void> {
  const taken = { ...credentialConfiguration('taken'), config: { format: 'dc+sd-jwt', scope: 'taken' } };
  assert.equal((await post('/issuer-management', taken)).status, 201);
}

test('every mistake of a credential configuration is in one answer, in place order', async () => {
  await taken();
  const found = await errorsOf('/issuer-management', { ...credential, id: 'bad' });
  assert.deepEqual(placesOf(found), ofCredential);
  const { json: checkedImport } = await post('/configurations/import', {
    version: 1,
    issuance: [{ ...credential, id: 'bad' }],
  });
  const { results } = checkedImport as unknown as {
    readonly results: readonly { readonly mistakes: readonly Finding[] }[];
  };
  assert.deepEqual(
    results.map(({ mistakes }) => mistakes),
    [found],
  );
});

test('check-config finds the same mistakes of the credential configuration in the same order', async () => {
  await taken();
  const found = await errorsOf('/issuer-management', { ...credential, id: 'z-bad' });
  const inFile = await checked('issuance/z-bad.json', credential);
  // The other configuration with the scope was written through the API, so it is not a file.
  const without = (findings: readonly Finding[]) => findings.filter(({ pointer }) => pointer !== '/config/scope');
  const own = without(found).filter(({ pointer }) => pointer !== '/presentation_during_issuance/type');
  assert.deepEqual(placesOf(inFile), placesOf(without(found)));
  assert.deepEqual(
    inFile.filter(({ pointer }) => pointer !== '/presentation_during_issuance/type'),
    own,
  );
});

test('every mistake of a presentation configuration is in one answer, in place order, and check-config has the same', async () => {
  const found = await errorsOf('/presentation-management', { ...presentation, id: 'bad' });
  assert.deepEqual(placesOf(found), ofPresentation);
  assert.deepEqual(await checked('presentation/bad.json', presentation), found);
  assert.ok(!JSON.stringify(found).includes('secret-of-hook'));
});

test('a body without an id has its other mistakes in the answer too', async () => {
  const found = await errorsOf('/issuer-management', credential);
  // The type of the credential comes from the id, so its claims can't be compared with the schema.
  const others = ofCredential.filter((pointer) => pointer !== '/claims/name');
  assert.deepEqual(placesOf(found), ['/id', ...others]);
});
