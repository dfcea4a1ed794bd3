import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperationRequest } from '@countersign/shared/http/message';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { schemeOperations } from '../../src/scheme/scheme-operations.ts';
import { refusal } from '../world.ts';

const scheme = {
  id: '0d5b8b6e-1f0a-4d0a-9d3e-2f6c1a7b9c11',
  version: '1.2.0',
  rulebookURI: 'https://library.example/rulebook',
  attestationLoS: 'iso_18045_moderate',
  bindingType: 'key',
  supportedFormats: ['dc+sd-jwt'],
  schemaURIs: [{ formatIdentifier: 'dc+sd-jwt', uri: 'https://library.example/card.schema.json' }],
};
const schema = { type: 'object', properties: { number: { type: 'integer' } }, required: ['number'] };
const body = { configuration: 'card', scheme, schema, type: 'urn:library:card:1' };
const asked = (more: object = {}) =>
  ({ tenant: 'default', params: {}, query: {}, headers: {}, body, ...more }) as unknown as OperationRequest<never>;

/** A tenant with these configurations, and what was written. */
function tenantWith(listed: readonly object[], mistakes: readonly object[] = []) {
  const written: OperationRequest[] = [];
  const operations = schemeOperations({
    configurations: { list: async () => listed, check: async () => [mistakes] } as never,
    publicUrl: 'https://issuer.example',
    put: async (request) => {
      written.push(request);
      return { body: {} };
    },
  });
  return { operations, written };
}

/** The configuration that an import into an empty tenant writes. */
async function imported(): Promise<JsonObject> {
  const { operations, written } = tenantWith([]);
  await operations.import(asked());
  return written[0]?.body as JsonObject;
}

test('a plan names what would happen and the mistakes, and writes nothing', async () => {
  const mistake = { pointer: '/config/scope', detail: 'taken' };
  const { operations, written } = tenantWith([], [mistake]);
  const plan = (await operations.plan(asked())).body as JsonObject;
  assert.deepEqual([plan.action, plan.mistakes, written], ['create', [mistake], []]);
  assert.equal((plan.configuration as JsonObject).id, 'card');
});

test('an import writes the planned configuration as its own route does, without earlier findings', async () => {
  const { operations, written } = tenantWith([]);
  const { body: plan } = await operations.plan(asked());
  await operations.import(asked({ found: [{ pointer: '', detail: 'of the scheme' }] }));
  const [request = assert.fail(), ...others] = written;
  assert.deepEqual([request.body, request.found, others], [(plan as JsonObject).configuration, undefined, []]);
});

test('an existing configuration is updated and exported; one with errors is neither', async () => {
  const present = { id: 'card', source: 'api', configuration: {}, written: await imported() };
  const { operations } = tenantWith([present]);
  const actionOf = async (of: object) => ((await operations.plan(asked({ body: of }))).body as JsonObject).action;
  const newer = { ...body, scheme: { ...scheme, version: '1.3.0' } };
  assert.deepEqual([await actionOf(body), await actionOf(newer)], ['unchanged', 'update']);
  const exported = (await operations.export(asked({ params: { id: 'card' } }))).body as JsonObject;
  assert.equal((exported.scheme as JsonObject).id, scheme.id);
  const errors = [{ pointer: '/config', detail: 'x' }];
  const broken = tenantWith([{ id: 'card', source: 'api', errors }]).operations;
  for (const one of [broken.plan(asked()), broken.export(asked({ params: { id: 'card' } }))]) {
    assert.equal((await refusal(one)).code, 'conflict');
  }
});

test('no format that can be issued, and no such configuration', async () => {
  const { operations, written } = tenantWith([]);
  const foreign = { ...body, scheme: { ...scheme, supportedFormats: ['ldp_vc'] } };
  const { options } = await refusal(operations.import(asked({ body: foreign })));
  assert.deepEqual(
    options.errors?.map(({ pointer }) => pointer),
    ['/scheme/supportedFormats'],
  );
  assert.deepEqual(written, []);
  assert.equal((await refusal(operations.export(asked({ params: { id: 'none' } })))).code, 'not_found');
});
