/** Attestation schemes of the European catalogue (TS11): planned, imported, exported; what is wrong is named. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { exampleOf } from '@countersign/shared/http/schema-parts';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { schemeImportSchema } from '@countersign/shared/messages/scheme-import';
import { read } from '@countersign/wallet/sending/answer';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';

let server: TestServer;
before(async () => {
  server = await startSampleServer();
});
after(() => server.close());

const example = exampleOf(schemeImportSchema) ?? assert.fail();

async function send(what: 'plan' | 'import', body: unknown = example) {
  return read(await server.a(`/attestation-schemes/${what}`, { method: 'POST', body: JSON.stringify(body) }));
}

async function exported(id: string) {
  return read(await server.a(`/attestation-schemes/${id}`));
}

test('a plan writes nothing; the import creates what the plan shows; the export returns the scheme', async () => {
  const planned = await send('plan');
  assert.deepEqual([planned.status, planned.json.action, planned.json.mistakes], [200, 'create', []], planned.text);
  assert.equal((await exported('library-card')).status, 404);
  const imported = await send('import');
  assert.equal(imported.status, 201, imported.text);
  assert.deepEqual(imported.json.configuration, planned.json.configuration);
  const { json: metadata } = await read(await fetch(`${server.url}/.well-known/openid-credential-issuer`));
  const { 'library-card': published } = metadata.credential_configurations_supported as Record<string, JsonObject>;
  const types = published?.proof_types_supported as Record<string, JsonObject>;
  assert.deepEqual(types.jwt?.key_attestations_required, { key_storage: ['iso_18045_moderate', 'iso_18045_high'] });
  assert.equal((await send('plan')).json.action, 'unchanged');
  const newer = { ...example, scheme: { ...(example.scheme as JsonObject), version: '1.0.1' } };
  assert.equal((await send('plan', newer)).json.action, 'update');
  assert.equal((await send('import')).status, 201);
  const { json } = await exported('library-card');
  assert.deepEqual(json, { scheme: example.scheme, missing: [] });
});

test('a scheme that cannot be issued, and one with errors, are refused with the place', async () => {
  const scheme = example.scheme as JsonObject;
  for (const [more, pointer] of [
    [{ scheme: { ...scheme, supportedFormats: ['ldp_vc'] } }, '/scheme/supportedFormats'],
    [{ scheme: { ...scheme, attestationLoS: 'high' } }, '/scheme/attestationLoS'],
    [{ scheme: { ...scheme, version: 'one' } }, '/scheme/version'],
    [{ scheme: { ...scheme, schemaURIs: [] } }, '/scheme/schemaURIs'],
    [{ scheme: { ...scheme, trustedAuthorities: [{ frameworkType: 'aki' }] } }, '/scheme/trustedAuthorities/0/value'],
    [{ scheme: { ...scheme, more: 1 } }, '/scheme/more'],
  ] as const) {
    const { status, json } = await send('import', { ...example, configuration: 'broken', ...more });
    const [{ pointer: found } = {}] = json.errors as readonly { readonly pointer?: string }[];
    assert.deepEqual([status, found], [400, pointer], JSON.stringify(json));
  }
  // The schema is compiled as in any configuration.
  const broken = { ...example, configuration: 'broken', schema: { type: 'object', properties: 7 } };
  const { json, status } = await send('plan', broken);
  assert.equal(status, 200);
  const [{ pointer = '' } = {}] = json.mistakes as readonly { readonly pointer?: string }[];
  assert.match(pointer, /^\/schema/);
  assert.equal((await send('import', broken)).status, 400);
  assert.equal((await exported('broken')).status, 404);
});
