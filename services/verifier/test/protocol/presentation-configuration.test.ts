import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { parsePresentationConfiguration } from '../../src/protocol/presentation-configuration.ts';

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
  assert.deepEqual(parsed.configuration.query.credentials[0]?.vctValues, [
    'https://c.example/root/credentials/vct/pid',
  ]);
  assert.match(JSON.stringify(parsed.configuration.dcqlQuery), /c\.example\/root/);
  assert.equal(parsed.configuration.registrationCertificate, undefined);
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
  assert.deepEqual(parse({ id: 'other' }), { ok: false, errors: [{ pointer: '/id', detail: 'wrong' }] });
  const parsed = parse({ dcql_query: { credentials: [] }, webhook: 'http://x' }, 'not allowed');
  assert.ok(!parsed.ok);
  assert.deepEqual(
    parsed.errors.map(({ pointer }) => pointer),
    ['/dcql_query/credentials', '/webhook'],
  );
});

test('a registration certificate is kept as it is', () => {
  const parsed = parse({ registrationCert: { id: 'r', body: {}, jwt: 'a.b.c' } });
  assert.ok(parsed.ok);
  assert.equal(parsed.configuration.registrationCertificate, 'a.b.c');
});

for (const [member, loose, strict] of [
  ['statusUnreachable', 'accept', 'refuse'],
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
