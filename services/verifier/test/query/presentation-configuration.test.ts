import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { parsePresentationConfiguration } from '../../src/query/presentation-configuration.ts';

const dcqlQuery = {
  credentials: [{ id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['<PUBLIC_URL>/credentials/vct/pid'] } }],
};
const written = { id: 'age', dcql_query: dcqlQuery, registrationCert: { id: 'r', body: {} } };

function parse(change: JsonObject = {}, webhookError?: string) {
  return parsePresentationConfiguration(
    { ...written, ...change },
    {
      publicUrl: 'https://c.example',
      tenant: 'root',
      id: 'age',
      loopbackOrigins: false,
      checkShape: (value) => ((value as JsonObject).id === 'age' ? [] : [{ pointer: '/id', detail: 'wrong' }]),
      checkWebhook: (_, pointer) => (webhookError === undefined ? [] : [{ pointer, detail: webhookError }]),
    },
  );
}

test('the public address of the tenant is filled in before the query is checked', () => {
  const parsed = parse();
  assert.ok(parsed.ok);
  const [query] = parsed.configuration.query.credentials;
  assert.ok(query?.format === 'dc+sd-jwt');
  assert.deepEqual(query.vctValues, ['https://c.example/root/credentials/vct/pid']);
  assert.match(JSON.stringify(parsed.configuration.dcqlQuery), /c\.example\/root/);
  assert.equal(parsed.configuration.registrationId, 'r');
  assert.equal(parsed.configuration.webhook, undefined);
});

test('a webhook is a URL or a WebhookConfig in either spelling', () => {
  const auth = { type: 'apiKey', config: { headerName: 'x', value: 'v' } };
  for (const [given, neutral] of [
    ['<PUBLIC_URL>/hook', { url: 'https://c.example/root/hook' }],
    [
      { url: 'https://b.example', auhth: auth },
      { url: 'https://b.example', auth },
    ],
    [
      { url: 'https://b.example', auth },
      { url: 'https://b.example', auth },
    ],
  ] as const) {
    const parsed = parse({ webhook: given });
    assert.ok(parsed.ok);
    assert.deepEqual(parsed.configuration.webhook, neutral);
  }
});

test('findings of shape, query and webhook point into the configuration', () => {
  const parsed = parse({ id: 'other', dcql_query: { credentials: [] }, webhook: 'http://x' }, 'not allowed');
  assert.ok(!parsed.ok);
  assert.deepEqual(
    parsed.errors.map(({ pointer }) => pointer),
    ['/id', '/dcql_query/credentials', '/webhook'],
  );
});

test('a configuration may name no registration certificate', () => {
  const parsed = parse({ registrationCert: undefined });
  assert.equal(parsed.configuration.registrationId, undefined);
});

for (const [member, loose, strict] of [
  ['statusUnreachable', 'accept', 'refuse'],
  ['statusCheck', 'off', 'cached'],
  ['statusCheck', 'live', 'cached'],
  ['issuerName', 'any', 'certificate'],
] as const) {
  test(`${member}: only the word ${loose} loosens a check`, () => {
    for (const [given, read] of [
      [{ [member]: loose }, loose],
      [{ [member]: strict }, undefined],
      [{}, undefined],
    ] as const) {
      const parsed = parse(given);
      assert.ok(parsed.ok);
      assert.equal(parsed.configuration[member], read);
    }
  });
}

test('presented claims may be released by the response code', () => {
  for (const [change, release] of [
    [{}, undefined],
    [{ release: 'verified' }, undefined],
    [{ release: 'response_code' }, 'response_code'],
  ] as const) {
    const parsed = parse(change);
    assert.ok(parsed.ok);
    assert.equal(parsed.configuration.release, release);
  }
});

test('presented claims are kept, or erased after the webhook, which is then required', () => {
  const webhook = 'https://b.example/hook';
  for (const [change, retention] of [
    [{}, undefined],
    [{ retention: 'keep' }, undefined],
    [{ retention: 'webhook', webhook }, 'webhook'],
  ] as const) {
    const parsed = parse(change);
    assert.ok(parsed.ok);
    assert.equal(parsed.configuration.retention, retention);
  }
  const refused = parse({ retention: 'webhook' });
  assert.ok(!refused.ok);
  assert.deepEqual(
    refused.errors.map(({ pointer }) => pointer),
    ['/retention'],
  );
});

test('origins and forms of the Digital Credentials API; by default none', () => {
  const none = parse();
  assert.ok(none.ok);
  assert.deepEqual([none.configuration.origins, none.configuration.dcApiRequests], [[], []]);
  const parsed = parse({ origins: ['<PUBLIC_URL>', 'https://shop.example'], dcApiRequests: ['unsigned'] });
  assert.ok(!parsed.ok, 'the public URL of a tenant has a path');
  assert.deepEqual(
    parsed.errors.map(({ pointer }) => pointer),
    ['/origins/0'],
  );
  const good = parse({ origins: ['https://shop.example'], dcApiRequests: ['unsigned', 'multisigned'] });
  assert.ok(good.ok);
  assert.deepEqual(good.configuration.origins, ['https://shop.example']);
  assert.deepEqual(good.configuration.dcApiRequests, ['unsigned', 'multisigned']);
  assert.ok(!parse({ origins: ['http://localhost:3000'] }).ok, 'http is for development');
});

test('age_over: only the word nearest lets another age answer', () => {
  for (const [change, read] of [
    [{}, undefined],
    [{ age_over: 'exact' }, undefined],
    [{ age_over: 'nearest' }, 'nearest'],
  ] as const) {
    const parsed = parse(change);
    assert.ok(parsed.ok);
    assert.equal(parsed.configuration.ageOver, read);
  }
});

const path = ['org.iso.18013.5.1', 'family_name'];

/** A query of one mdoc whose first claim has no intent to retain. */
function retaining(intent?: boolean): JsonObject {
  const second = {
    path: ['org.iso.18013.5.1', 'given_name'],
    ...(intent === undefined ? {} : { intent_to_retain: intent }),
  };
  const mdl = {
    id: 'mdl',
    format: 'mso_mdoc',
    meta: { doctype_value: 'org.iso.18013.5.1.mDL' },
    claims: [{ path }, second],
  };
  return { dcql_query: { credentials: [...dcqlQuery.credentials, mdl] } };
}

test('an element that is kept needs a retention, which says for how long', () => {
  const refused = parse(retaining(true));
  assert.ok(!refused.ok);
  assert.deepEqual(
    refused.errors.map(({ pointer }) => pointer),
    ['/dcql_query/credentials/1/claims/1/intent_to_retain'],
  );
  assert.ok(parse({ ...retaining(true), retention: 'keep' }).ok);
  assert.ok(parse({ ...retaining(true), retention: 'webhook', webhook: 'https://b.example/hook' }).ok);
  for (const intent of [false, undefined]) assert.ok(parse(retaining(intent)).ok);
});

test('the query of an mdoc is sent as it is written, intent_to_retain included', () => {
  const written = retaining(false);
  const parsed = parse(written);
  assert.ok(parsed.ok);
  const [, sent] = parsed.configuration.dcqlQuery.credentials as JsonObject[];
  assert.deepEqual(sent, (written.dcql_query as { credentials: readonly unknown[] }).credentials[1]);
});

test('an intermediary names its client, and keeps nothing that it hands on', () => {
  const registrationCert = { id: 'r', client: 'NTRDE-HRB123456', body: {} };
  const webhook = 'https://client.example/hook';
  const parsed = parse({ registrationCert, retention: 'webhook', webhook });
  assert.ok(parsed.ok);
  assert.equal(parsed.configuration.client, 'NTRDE-HRB123456');
  for (const change of [{}, { retention: 'keep', webhook }]) {
    const { errors } = parse({ registrationCert, ...change });
    assert.deepEqual(
      errors.map(({ pointer }) => pointer),
      ['/retention'],
    );
  }
});
