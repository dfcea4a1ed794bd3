import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { OperationRequest } from '@countersign/shared/http/message';
import { constantDocument } from '../../src/documents/constant-document.ts';
import { openGateway } from '../open-gateway.ts';

function requestWith(headers: OperationRequest['headers']): OperationRequest {
  return {
    id: '',
    tenant: '',
    method: 'GET',
    url: '',
    params: {},
    query: {},
    headers,
    body: undefined,
    encoding: 'none',
  };
}

const text = `{"long":"${'x'.repeat(1000)}"}`;
const document = constantDocument({ text, contentType: 'application/json', headers: { a: 'b' } });

test('the same bytes for every request, compressed where the caller takes it', async () => {
  const [plain, again] = [await document(requestWith({})), await document(requestWith({}))];
  assert.equal(plain.raw, again.raw);
  assert.equal(String(plain.raw), text);
  const packed = await document(requestWith({ 'accept-encoding': 'br, gzip' }));
  assert.equal(packed.headers?.['content-encoding'], 'gzip');
  assert.equal(packed.raw, (await document(requestWith({ 'accept-encoding': 'gzip' }))).raw);
  assert.equal(String(gunzipSync(packed.raw ?? '')), text);
  for (const reply of [plain, packed]) {
    assert.deepEqual(
      [reply.headers?.vary, reply.headers?.a, reply.contentType],
      ['accept-encoding', 'b', 'application/json'],
    );
  }
});

test('a caller that has the document gets no body', async () => {
  const { headers } = await document(requestWith({}));
  const reply = await document(requestWith({ 'if-none-match': String(headers?.etag), 'accept-encoding': 'gzip' }));
  assert.deepEqual([reply.status, reply.raw, reply.headers?.etag], [304, undefined, headers?.etag]);
});

test('the description and its page are such documents', async (t) => {
  const gateway = await openGateway(t);
  for (const path of ['/openapi.json', '/docs/api.html', '/docs', '/docs/learn/eudi.html']) {
    const first = await gateway.request(path);
    assert.equal(first.headers.get('content-encoding'), 'gzip', path);
    const etag = first.headers.get('etag') ?? '';
    const again = await gateway.request(path, { headers: { 'if-none-match': etag } });
    assert.equal(again.status, 304, path);
  }
});
