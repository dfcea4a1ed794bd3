import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashSecret } from '@countersign/gateway/authenticate/client-secret';
import { systemRandom } from '@countersign/shared/kernel/random';
import { commandOutput } from './command-output.ts';
import { folderOf } from './configuration/config-folder.ts';

const issuance = (more: object = {}): object => ({
  config: { format: 'dc+sd-jwt' },
  claims: {},
  disclosureFrame: {},
  ...more,
});
const withDisplay = (entry: object): object =>
  issuance({ config: { format: 'dc+sd-jwt', display: [{ name: 'N', ...entry }] } });
const presentation = {
  dcql_query: { credentials: [{ id: 'a', format: 'dc+sd-jwt', meta: { vct_values: ['urn:a'] } }] },
  registrationCert: { id: 'x', body: {} },
};
const NAME = { type: 'object', properties: { name: { type: 'string' } }, required: [] };

const cases: readonly [name: string, files: Record<string, unknown>, line: RegExp][] = [
  [
    'a mistyped name in a frame',
    { 'issuance/a.json': issuance({ schema: NAME, disclosureFrame: { _sd: ['nam'] } }) },
    /^issuance\/a\.json:\d+:7 {2}error {2}\/disclosureFrame\/_sd\/0 {2}There is no claim nam: .*name$/m,
  ],
  [
    'static claims against the schema',
    { 'issuance/a.json': issuance({ schema: NAME, claims: { name: 1 } }) },
    /^issuance\/a\.json:6:5 {2}error {2}\/claims\/name {2}Static claims: must be string, not number$/m,
  ],
  [
    'a scope that two have',
    { 'issuance/a.json': issuance(), 'issuance/b.json': issuance({ config: { format: 'dc+sd-jwt', scope: 'a' } }) },
    /^issuance\/b\.json:4:5 {2}error {2}\/config\/scope {2}The configuration a has this scope/m,
  ],
  [
    'a type that two have',
    {
      'issuance/a.json': issuance({ config: { format: 'dc+sd-jwt', vct: 'urn:a' } }),
      'issuance/b.json': issuance({ config: { format: 'dc+sd-jwt', vct: 'urn:a' } }),
    },
    /^issuance\/b\.json:\d+:\d+ {2}warning {2}\/config\/vct {2}The configuration a has the same type \(urn:a\)/m,
  ],
  [
    'a type of this server that no file issues',
    {
      'issuance/a.json': issuance(),
      'presentation/p.json': {
        ...presentation,
        dcql_query: {
          credentials: [{ id: 'a', format: 'dc+sd-jwt', meta: { vct_values: ['<PUBLIC_URL>/credentials/vct/b'] } }],
        },
      },
    },
    /^presentation\/p\.json:\d+:\d+ {2}warning {2}\/dcql_query\/credentials\/0\/meta\/vct_values\/0 {2}No file of this tenant issues .*\/vct\/b; they issue .*\/vct\/a$/m,
  ],
  [
    'a mistyped member of a query',
    {
      'presentation/p.json': {
        ...presentation,
        dcql_query: { credentials: [{ id: 'a', format: 'dc+sd-jwt', meta: { vct_values: ['urn:a'] }, claim: [] }] },
      },
    },
    /^presentation\/p\.json:\d+:\d+ {2}error {2}\/dcql_query\/credentials\/0\/claim {2}This member is not known here; known: id/m,
  ],
  [
    'a presentation that there is not',
    {
      'issuance/a.json': issuance({ presentation_during_issuance: { type: 'none' } }),
      'presentation/one.json': presentation,
    },
    /\/presentation_during_issuance\/type {2}There is no usable .*: there are one$/m,
  ],
  [
    'a colour',
    { 'issuance/a.json': withDisplay({ text_color: 'red' }) },
    /\/config\/display\/0\/text_color {2}A colour is #rgb/,
  ],
  [
    'an image',
    { 'issuance/a.json': withDisplay({ logo: { uri: '<PUBLIC_URL>/public/no.svg' } }) },
    /\/config\/display\/0\/logo\/uri {2}There is no such image/,
  ],
  [
    'an unknown member of config',
    { 'issuance/a.json': issuance({ config: { format: 'dc+sd-jwt', scop: 'a' } }) },
    /\/config\/scop {2}This member is not known here; known: format/,
  ],
  ['an unknown member', { 'issuance/a.json': issuance({ clams: {} }) }, /\/clams {2}unknown field clams/],
  [
    'a pattern',
    { 'issuance/a.json': issuance({ schema: { ...NAME, pattern: '(?=a)' } }) },
    /\/schema\/pattern {2}The pattern has a look-/,
  ],
  [
    'an ending that is not read',
    { 'issuance/a.JSON': issuance() },
    /^issuance\/a\.JSON:1:1 {2}error {2}.*must end with \.json$/m,
  ],
  [
    'no JSON',
    { 'presentation/a.json': '{\n  "a": ]\n}' },
    /^presentation\/a\.json:2:8 {2}error {2}This is not valid JSON/m,
  ],
  [
    'a broken display.json',
    { 'display.json': [{ locale: 'en' }] },
    /^display\.json:2:3 {2}error {2}\/0\/name {2}A name is needed$/m,
  ],
  [
    'an image of display.json',
    { 'display.json': [{ name: 'N', logo: { uri: '<PUBLIC_URL>/public/x.svg' } }] },
    /^display\.json:5:7 /m,
  ],
  [
    'wallets.json',
    { 'wallets.json': { clients: [{}] } },
    /^wallets\.json:1:1 {2}error {2}A client needs a client_id$/m,
  ],
  [
    'clients.json',
    { 'clients.json': { clients: [{ client_id: 'a' }] } },
    /^clients\.json:3:5 {2}error {2}\/clients\/0 {2}secret_scrypt or/m,
  ],
  [
    'a trust file',
    { 'trust/ca.pem': 'nothing' },
    /^trust\/ca\.pem {2}error {2}The trust file has no CA certificates, or others too$/m,
  ],
  [
    'a limit without certificates',
    { 'trust/ca.json': { vct: [] } },
    /^trust\/ca\.json:1:1 {2}error {2}There is no \.pem file/m,
  ],
  [
    'a key without chain',
    { 'keys/credential.key.pem': 'x' },
    /^keys\/credential\.key\.pem {2}error {2}.*missing, but there is a key$/m,
  ],
  [
    'a file that has no meaning',
    { 'keys/credentials.key.pem': 'x' },
    /^keys\/credentials\.key\.pem {2}warning {2}.*known: credential\.key\.pem/m,
  ],
  [
    'a folder that has no meaning',
    { 'issuence/a.json': issuance() },
    /^issuence {2}warning {2}This is not read here; known: issuance/m,
  ],
  [
    'a tenant of a reserved name',
    { 'tenants/session/x.txt': '' },
    /^tenants\/session {2}error {2}This name is reserved/m,
  ],
  ['another tenant', { 'tenants/t1/issuance/a.json': '{' }, /^tenants\/t1\/issuance\/a\.json:1:2 {2}error/m],
];

for (const [name, files, line] of cases) {
  test(`found: ${name}`, async (t) => {
    const { code, written } = await commandOutput('check-config', [folderOf(t, files)]);
    assert.match(written, line);
    assert.equal(code, / {2}error {2}/.test(written) ? 1 : 0);
    assert.match(written, /(1 error|1 warning) in \d+ files? of (one tenant|2 tenants), .*\n$/);
  });
}

test('nothing is found in a good folder', async (t) => {
  const folder = folderOf(t, {
    'display.json': [{ name: 'N', accent_color: '#123456', logo: { uri: '<PUBLIC_URL>/public/logo.svg' } }],
    'public/logo.svg': '<svg/>',
    'issuance/a.json': issuance({
      schema: NAME,
      disclosureFrame: { _sd: ['name'] },
      presentation_during_issuance: { type: 'p' },
    }),
    'presentation/p.json': presentation,
    'clients.json': { clients: [{ client_id: 'shop', secret_scrypt: await hashSecret('x'.repeat(32), systemRandom) }] },
    'tenants/shop/issuance/b.json': issuance({ config: { format: 'dc+sd-jwt', scope: 'a' } }),
    '.hidden/x.json': '{',
  });
  const { code, written, reported } = await commandOutput('check-config', [], {
    CONFIG_FOLDER: folder,
    NODE_ENV: 'production',
  });
  assert.deepEqual([code, written, reported], [0, `No mistakes in 7 files of 2 tenants, ${folder}\n`, '']);
});

test('help, wrong arguments, and a missing folder', async () => {
  const help = await commandOutput('check-config', ['--help']);
  assert.equal(help.code, 0);
  assert.match(help.written, /usage: npm run operator -- check-config \[folder\]/);
  for (const args of [['a', 'b'], ['--yes']]) {
    const { code, reported } = await commandOutput('check-config', args);
    assert.equal(code, 1);
    assert.match(reported, /^usage:/);
  }
  const { code, reported } = await commandOutput('check-config', ['/nowhere/at/all']);
  assert.deepEqual([code, reported], [1, 'There is no folder /nowhere/at/all\n']);
});
