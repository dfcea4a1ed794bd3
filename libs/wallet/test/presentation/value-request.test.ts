/** A request in a link: read, or refused if its response would go elsewhere. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { containsRequest, readValueRequest } from '../../src/presentation/value-request.ts';
import { WalletRefuses } from '../../src/sending/failures.ts';

const URI = 'https://v.example/response';
const query = { credentials: [{ id: 'a' }] };

function linkOf(changed: Readonly<Record<string, string | undefined>> = {}): string {
  const parameters = {
    client_id: `redirect_uri:${URI}`,
    response_uri: URI,
    response_mode: 'direct_post',
    nonce: 'n',
    state: 's',
    dcql_query: JSON.stringify(query),
    ...changed,
  };
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) search.set(name, value);
  return `av://?${search}`;
}

test('the request is what the link says', () => {
  assert.ok(containsRequest(linkOf()));
  const request = readValueRequest(linkOf({ client_metadata: '{"vp_formats_supported":{}}' }));
  assert.deepEqual([request.nonce, request.state, request.dcql_query], ['n', 's', query]);
  assert.deepEqual(request.client_metadata, { vp_formats_supported: {} });
  assert.deepEqual(readValueRequest(linkOf()).client_metadata, {});
});

test('a link with an address or a signed request contains none', () => {
  assert.ok(!containsRequest(linkOf({ request_uri: 'https://v.example/1' })));
  assert.ok(!containsRequest(linkOf({ request: 'a.b.c' })));
  assert.ok(!containsRequest(linkOf({ response_uri: undefined })));
});

test('a response URI that is not the client identifier, and a request that cannot be read, are refused', () => {
  const bad = [
    { response_uri: 'https://evil.example/response' },
    { client_id: `x509_hash:${URI}` },
    { client_id: URI },
    { nonce: undefined },
    { dcql_query: '[]' },
    { dcql_query: '{' },
    { dcql_query: undefined },
    { client_metadata: '1' },
  ];
  for (const changed of bad) {
    assert.throws(() => readValueRequest(linkOf(changed)), WalletRefuses, JSON.stringify(changed));
  }
});
