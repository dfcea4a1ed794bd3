import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asProblem, Problem, readProblem } from '../../src/api/problem.ts';

test('a problem document gives code, text, reason, findings and the id of the request', async () => {
  const body = {
    type: 'urn:countersign:problem:invalid_request',
    detail: 'The body is not valid',
    reason: 'body_invalid',
    hint: 'Mend it',
    errors: [{ pointer: '/claims/name', detail: 'is missing' }, 'nonsense'],
  };
  const response = Response.json(body, { status: 400, headers: { 'x-request-id': 'abc', 'retry-after': '7' } });
  const problem = await readProblem(response);
  assert.deepEqual(
    [problem.status, problem.code, problem.detail, problem.reason, problem.hint, problem.requestId, problem.retryAfter],
    [400, 'invalid_request', 'The body is not valid', 'body_invalid', 'Mend it', 'abc', 7],
  );
  assert.deepEqual(problem.errors[0], { pointer: '/claims/name', detail: 'is missing' });
});

test('an answer that is no problem document is a problem all the same', async () => {
  const problem = await readProblem(new Response('<h1>Bad gateway</h1>', { status: 502 }));
  assert.deepEqual([problem.status, problem.code, problem.detail], [502, 'unknown', 'HTTP 502']);
});

test('a request without an answer is the problem no_answer, a mistake of ours is unexpected', () => {
  assert.equal(asProblem(new TypeError('Failed to fetch')).code, 'no_answer');
  assert.equal(asProblem(new RangeError('x')).code, 'unexpected');
  const problem = new Problem({ status: 404, code: 'not_found', detail: 'x' });
  assert.equal(asProblem(problem), problem);
});
