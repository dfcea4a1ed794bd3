/** A configuration's type metadata and schema. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Configurations } from '../../src/configuration/configurations.ts';
import { typeMetadataOperations } from '../../src/metadata/type-metadata.ts';
import { openIssuer, refusal } from '../world.ts';

const vct = { vct: 'https://issuer.example/vct/pid', name: 'PID' };
const schema = { type: 'object', properties: {} };

test('each document is served with a lifetime, for its tenant', async (t) => {
  const { request } = await openIssuer(t);
  const asked: string[] = [];
  const get = async (tenant: string, id: string) => {
    asked.push(`${tenant} ${id}`);
    return { format: 'dc+sd-jwt', typeMetadata: vct, schema };
  };
  const operations = typeMetadataOperations({ get } as unknown as Configurations);
  const given = { ...request({}), tenant: 'root', params: { id: 'pid' } };
  const served = await operations.vct(given);
  assert.deepEqual([served.body, served.headers], [vct, { 'cache-control': 'public, max-age=300' }]);
  assert.deepEqual((await operations.schema(given)).body, schema);
  assert.deepEqual(asked, ['root pid', 'root pid']);
});

test('only an SD-JWT VC has type metadata; others may have a schema', async (t) => {
  const { request } = await openIssuer(t);
  const get = async () => ({ format: 'mso_mdoc', id: 'mdl', schema });
  const operations = typeMetadataOperations({ get } as unknown as Configurations);
  const given = { ...request({}), params: { id: 'mdl' } };
  const { code, message, options } = await refusal(operations.vct(given));
  assert.deepEqual(
    [code, options.reason, options.facts],
    ['not_found', 'document_unknown', { configurationId: 'mdl' }],
  );
  assert.match(message, /Only an SD-JWT VC/);
  assert.deepEqual((await operations.schema(given)).body, schema);
});

test('a configuration without such a document, and an unknown one, are not found', async (t) => {
  const { request } = await openIssuer(t);
  const get = async (_: string, id: string) => (id === 'plain' ? { format: 'dc+sd-jwt', id } : undefined);
  const operations = typeMetadataOperations({ get } as unknown as Configurations);
  for (const params of [{ id: 'plain' }, { id: 'nothing' }, {}]) {
    for (const operation of Object.values(operations)) {
      const { code, options } = await refusal(operation({ ...request({}), params: params as Record<string, string> }));
      assert.deepEqual([code, options.reason], ['not_found', 'document_unknown']);
      assert.deepEqual(options.facts, params.id === undefined ? {} : { configurationId: params.id });
    }
  }
});
