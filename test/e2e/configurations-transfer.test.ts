/** Export and import of a tenant's configurations as one file, in both variants and from tenant to tenant. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { entityBody, listBody } from '@countersign/european-trust/test/hosting/hosted-bodies';
import { makeTestAuthority } from '@countersign/european-trust/test/registration/made-certificates';
import { auditRecords } from '@countersign/shared/test/model/every-tenant';
import { read } from '@countersign/wallet/sending/answer';
import { shapes } from '../support/presentation-during-issuance.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';
import { credentialConfiguration, presentationConfiguration } from '../support/tenant-ids.ts';

interface Item extends Readonly<Record<string, unknown>> {
  readonly id: string;
}
interface File {
  readonly issuance: readonly Item[];
  readonly presentation: readonly Item[];
  readonly signIn?: Item;
}
interface Result {
  readonly kind: string;
  readonly id?: string;
  readonly pointer: string;
  readonly outcome: string;
  readonly mistakes: readonly { readonly pointer: string; readonly detail: string }[];
  readonly present?: object;
}

let server: TestServer;
before(async () => {
  server = await startSampleServer();
});
after(() => server.close());

const [a, b] = shapes;
type Shape = NonNullable<typeof a>;
const ofA = a ?? assert.fail();
const ofB = b ?? assert.fail();

async function call(shape: Shape, path: string, body?: unknown) {
  const init = { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  return read(await shape.call(server, path, body === undefined ? {} : init));
}

async function exported(shape: Shape, query = ''): Promise<File> {
  const { status, json } = await call(shape, `/configurations/export${query}`);
  assert.equal(status, 200, JSON.stringify(json));
  return json as unknown as File;
}

async function imported(shape: Shape, file: object, mode?: string): Promise<readonly Result[]> {
  const query = mode === undefined ? '' : `?mode=${mode}`;
  const { status, json } = await call(shape, `/configurations/import${query}`, { version: 1, ...file });
  assert.equal(status, 200, JSON.stringify(json));
  return (json as unknown as { readonly results: readonly Result[] }).results;
}

const outcomes = (results: readonly Result[]) => results.map(({ kind, id, outcome }) => [kind, id, outcome].join(' '));

const signIn = {
  issuer: 'https://login.example',
  clientId: 'c',
  clientSecret: 'secret-of-client',
  claims: { n: 'name' },
};
const webhook = {
  url: 'https://backend.example/hook',
  auth: { type: 'apiKey', config: { headerName: 'x-key', value: 'secret-of-hook' } },
};
const question = (id: string) => ({ ...presentationConfiguration(id), webhook });
const member = (id: string) => ({
  ...credentialConfiguration(id),
  presentation_during_issuance: { type: 'asked' },
});

for (const shape of [ofA, ofB]) {
  test(`${shape.name}: a file of its own export changes nothing, whole or without secrets`, async () => {
    await imported(shape, { presentation: [question('asked')], issuance: [member('kept')], signIn }, 'apply');
    const file = await exported(shape);
    assert.ok(!/secret-of/.test(JSON.stringify(file)));
    const whole = await exported(shape, '?secrets=include');
    assert.match(JSON.stringify(whole), /secret-of-client/);
    assert.match(JSON.stringify(whole), /secret-of-hook/);
    const sources = new Set([...file.issuance, ...file.presentation].map(({ source }) => source));
    assert.deepEqual(sources, new Set(['file', 'api']));
    for (const one of [file, whole]) {
      const results = await imported(shape, one, 'apply');
      assert.ok(results.length > 4);
      assert.deepEqual(new Set(results.map(({ outcome }) => outcome)), new Set(['unchanged']));
    }
    assert.deepEqual(await exported(shape, '?secrets=include'), whole);
  });
}

test('what a file would change is said without changing it; then it is written, the presentation before its credential', async () => {
  const file = { issuance: [member('new-card')], presentation: [question('asked'), question('new-question')] };
  const before = await exported(ofA);
  const expected = ['presentation asked', 'presentation new-question', 'issuance new-card'];
  const checked = outcomes(await imported(ofA, file));
  assert.deepEqual(
    checked,
    ['unchanged', 'new', 'new'].map((outcome, at) => `${expected[at]} ${outcome}`),
  );
  assert.deepEqual(await exported(ofA), before);
  const later = { ...member('late'), presentation_during_issuance: { type: 'with-it' } };
  const withIt = { issuance: [later], presentation: [question('with-it')] };
  assert.deepEqual(outcomes(await imported(ofA, withIt, 'apply')), [
    'presentation with-it written',
    'issuance late written',
  ]);
  const changed = { presentation: [{ ...question('with-it'), webhook: 'https://backend.example/other' }] };
  const [compared] = await imported(ofA, changed);
  assert.equal(compared?.outcome, 'changed');
  // What the tenant has now, to compare with: as an export shows it, without secrets.
  assert.deepEqual(compared.present, {
    ...question('with-it'),
    webhook: { ...webhook, auth: { ...webhook.auth, config: { headerName: 'x-key', value: '***' } } },
  });
  const [unchanged] = await imported(ofA, { presentation: [question('with-it')] });
  assert.equal(unchanged?.present, undefined);
});

test('every mistake is named with configuration and pointer, and then nothing is written', async () => {
  const file = {
    issuance: [
      { ...member('one'), config: { format: 'dc+sd-jwt', scope: 'same' } },
      { ...member('two'), config: { format: 'dc+sd-jwt', scope: 'same' } },
      { ...member('three'), claims: 1, presentation_during_issuance: { type: 'nothing' } },
      { ...member('four'), presentation_during_issuance: { type: 'nothing' } },
      { id: '../x' },
    ],
    presentation: [
      question('fine'),
      {
        ...question('masked'),
        webhook: { ...webhook, auth: { ...webhook.auth, config: { headerName: 'x', value: '***' } } },
      },
      question('fine'),
    ],
    signIn: { ...signIn, issuer: 'no address' },
    display: { entries: [{ name: 'Another' }] },
  };
  const before = await exported(ofA, '?secrets=include');
  const results = await imported(ofA, file);
  const found = results.flatMap(({ pointer, mistakes }) => mistakes.map((mistake) => pointer + mistake.pointer));
  assert.deepEqual(
    new Set(found),
    new Set([
      '/presentation/1/webhook/auth/config/value',
      '/presentation/2/id',
      '/issuance/0/config/scope',
      '/issuance/1/config/scope',
      '/issuance/2/claims',
      '/issuance/2/presentation_during_issuance/type',
      '/issuance/3/presentation_during_issuance/type',
      ...['id', 'config', 'claims', 'disclosureFrame'].map((name) => `/issuance/4/${name}`),
      '/signIn/issuer',
    ]),
  );
  assert.equal(results.find(({ kind }) => kind === 'display')?.outcome, 'file');
  const { status, json } = await call(ofA, '/configurations/import?mode=apply', { version: 1, ...file });
  assert.deepEqual([status, json.reason], [400, 'flow_configuration_invalid']);
  const errors = (json as unknown as { readonly errors: readonly { readonly pointer: string }[] }).errors;
  assert.deepEqual(new Set(errors.map(({ pointer }) => pointer)), new Set(found));
  assert.deepEqual(await exported(ofA, '?secrets=include'), before);
});

test('a file of one tenant is taken over by another, which has other secrets', async () => {
  const { certificate } = await makeTestAuthority('CA', { notBefore: Date.now() - 1000, notAfter: Date.now() + 1e10 });
  const source = { id: 'pid', pem: certificate.toString(), url: 'https://l.example/pid', list: 'pid-providers' };
  assert.equal((await call(ofA, '/trust/lists', source)).status, 201);
  assert.equal((await call(ofA, '/hosted-lists/own', listBody())).status, 201);
  assert.equal((await call(ofA, '/hosted-lists/own/entities', entityBody(certificate))).status, 201);
  const file = await exported(ofA, '?secrets=include');
  const { tenant: _, ...rest } = file as File & { readonly tenant: string };
  const results = await imported(ofB, rest, 'apply');
  const lists = ['trustList pid', 'hostedList own'];
  assert.deepEqual(
    outcomes(results).filter((one) => /list/i.test(one)),
    lists.map((one) => `${one} written`),
  );
  const again = outcomes(await imported(ofB, rest));
  assert.deepEqual(
    again.filter((one) => /list/i.test(one)),
    lists.map((one) => `${one} unchanged`),
  );
  // It is published under the address of the other tenant.
  const { json: taken } = await call(ofB, '/hosted-lists/own');
  assert.deepEqual([taken.sequenceNumber, taken.entities, taken.state], [1, 1, 'published']);
  assert.ok(outcomes(results).includes('issuance late written'), outcomes(results).join());
  const ids = (await exported(ofB)).issuance.map(({ id }) => id);
  assert.deepEqual(
    ids,
    file.issuance.map(({ id }) => id),
  );
});

test('the audit log has both calls, without secrets', async () => {
  const { documents } = await server.platform.store.find(auditRecords, { index: 'age', limit: 10_000 });
  const records = documents.map((document) => JSON.stringify(document));
  assert.ok(records.some((record) => record.includes('configurations.exported')));
  assert.ok(records.some((record) => record.includes('configurations.imported')));
  assert.ok(!records.some((record) => record.includes('secret-of')));
});

test('a file over 1 MB, an unknown member and an unknown mode are refused', async () => {
  const large = { version: 1, tenant: 'x'.repeat(1024 * 1024) };
  assert.equal((await call(ofA, '/configurations/import', large)).status, 413);
  assert.equal((await call(ofA, '/configurations/import', { version: 1, issuances: [] })).status, 400);
  assert.equal((await call(ofA, '/configurations/import', { version: 2 })).status, 400);
  assert.equal((await call(ofA, '/configurations/import?mode=write', { version: 1 })).status, 400);
});
