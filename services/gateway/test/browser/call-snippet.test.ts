/** A call as code for the client packages. That the code compiles is shown in `test/clients`. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type SnippetCall, snippets } from '../../src/browser/call-snippet.ts';

const session = { method: 'GET', path: '/session/{sessionId}', query: {}, body: undefined };
const offer: SnippetCall = {
  method: 'POST',
  path: '/vci/offer',
  query: { dryRun: 'true' },
  body: { ids: ['pid'], claims: { adult: true, note: null }, none: {} },
};

test('a value in the path is a variable with the name that the language expects', () => {
  assert.equal(
    snippets.TypeScript(session),
    "const answer = await dataOf(countersign.calls.GET('/session/{sessionId}', { params: { path: { sessionId } } }));",
  );
  assert.equal(snippets.Python(session), 'answer = countersign.call("GET", f"/session/{session_id}")');
  assert.equal(
    snippets.Go({ ...session, path: '/session/{sessionId}/trace' }),
    'answer, err := countersign.Call[any](ctx, client, "GET", "/session/"+sessionId+"/trace", nil)',
  );
});

test('a body is a literal of the language', () => {
  assert.match(snippets.TypeScript(offer), /params: \{ query: \{ "dryRun": "true" \} \}, body: \{\n {2}"ids"/);
  assert.match(snippets.Python(offer), /"adult": True,\n {8}"note": None,\n {4}\},\n {4}"none": \{\},\n\}, query=\{ /);
  assert.match(
    snippets.Go(offer),
    /json\.RawMessage\(`\{\n[^`]*`\), countersign\.Query\(url\.Values\{"dryRun": \{"true"\}\}\)/,
  );
});

test('a body with a backquote is no raw string in Go', () => {
  assert.match(snippets.Go({ ...offer, body: { said: '`' } }), /RawMessage\("\{\\n/);
});
