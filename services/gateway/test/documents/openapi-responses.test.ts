import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { errorResponses, responses } from '../../src/documents/openapi-responses.ts';
import { createSchemaCatalogue } from '../../src/documents/openapi-schema.ts';
import { management, open, wallet } from '../../src/routes/kinds.ts';
import type { Route } from '../../src/routes/route.ts';

type Answers = Record<string, { readonly $ref?: string; readonly content?: Record<string, unknown> }>;

const { schemaOf } = createSchemaCatalogue();
const of = (route: Route, path: string): Answers => responses(route, path, schemaOf) as Answers;
const row = { operation: 'a.b', service: 'gateway', paths: {}, summary: 'A row' } as const;
const thing: JsonObject = { title: 'Thing', type: 'object', properties: {} };
const types = (answers: Answers, status: string): readonly string[] => Object.keys(answers[status]?.content ?? {});

test('success in each of its statuses, refusals, and a default', () => {
  const answers = of(wallet({ ...row, method: 'POST', success: { json: 204, form: 200, interface: 201 } }), '/a');
  assert.deepEqual(Object.keys(answers), ['200', '201', '204', '400', 'default']);
  assert.equal(answers.default?.$ref, '#/components/responses/OAuthError');
});

test('401 where a login or a token is needed, 404 where the path names something', () => {
  const made = management({
    ...row,
    task: 'sessions',
    method: 'GET',
    role: 'viewer',
    audit: { action: 'session.read' },
    response: thing,
  });
  assert.deepEqual(Object.keys(of(made, '/session/{sessionId}')), ['200', '400', '401', '403', '404', 'default']);
  const login = wallet({ ...row, method: 'POST', errors: 'problem', login: true });
  assert.deepEqual(Object.keys(of(login, '/auth/token')), ['200', '400', '401', '403', 'default']);
  assert.deepEqual(Object.keys(of(open(row), '/health')), ['200', '400', 'default']);
  assert.deepEqual(Object.keys(of(wallet({ ...row, method: 'POST', errors: 'resource' }), '/a')), [
    '200',
    '400',
    '401',
    'default',
  ]);
});

test('further answers add to the success, or are separate', () => {
  const picture: JsonObject = { type: 'string', format: 'binary' };
  const route = open({
    ...row,
    response: thing,
    also: { 200: { description: 'Or a picture', content: { 'image/png': picture } }, 304: { description: 'The same' } },
  });
  const answers = of(route, '/a');
  assert.deepEqual(types(answers, '200'), ['application/json', 'image/png']);
  assert.deepEqual(answers['304'], { description: 'The same' });
});

test('content types that are not JSON: text or bytes', () => {
  const answers = of(open({ ...row, contentType: ['text/css', 'image/png'] }), '/a');
  assert.deepEqual(answers['200']?.content, {
    'text/css': { schema: { type: 'string' } },
    'image/png': { schema: { type: 'string', format: 'binary' } },
  });
});

test('a malformed address is answered with a problem document on every route', () => {
  const errors = errorResponses(schemaOf) as Answers;
  assert.deepEqual(Object.keys(errors), ['Problem', 'OAuthError', 'ResourceError', 'ErrorPage']);
  for (const name of Object.keys(errors)) assert.ok(types(errors, name).includes('application/problem+json'), name);
});
