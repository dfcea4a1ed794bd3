import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileSchemas } from '@countersign/shared/configuration-documents/file-schemas';
import type { OperationRequest } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { fileSchema } from '../../src/documents/file-schema.ts';
import { SCHEMA_CONTENT_TYPE } from '../../src/schemas/content-types.ts';

const request = (file: string, headers: Record<string, string> = {}): OperationRequest => ({
  id: 'r',
  method: 'GET',
  tenant: 'default',
  url: '',
  query: {},
  body: undefined,
  encoding: 'none',
  params: { file },
  headers,
});

for (const [name, schema] of Object.entries(fileSchemas)) {
  test(`the schema ${name} is served as published`, async () => {
    const operation = fileSchema();
    const reply = await operation(request(name));
    assert.equal(reply.contentType, SCHEMA_CONTENT_TYPE);
    assert.deepEqual(JSON.parse(String(reply.raw)), schema);
    const again = await operation(request(name, { 'if-none-match': reply.headers?.etag ?? '' }));
    assert.equal(again.status, 304);
  });
}

for (const name of ['none.json', 'issuance', '__proto__', 'constructor']) {
  test(`there is no schema ${name}`, async () => {
    await assert.rejects(
      async () => fileSchema()(request(name)),
      (error) => error instanceof ProtocolError && error.code === 'not_found',
    );
  });
}
