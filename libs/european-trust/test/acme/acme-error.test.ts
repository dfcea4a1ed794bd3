import assert from 'node:assert/strict';
import { it } from 'node:test';
import { errorOfProblem, problemType } from '../../src/acme/acme-error.ts';

const of = (type: string, more: object = {}) => ({ type: `urn:ietf:params:acme:error:${type}`, ...more });

it('knows types of its own namespace only', () => {
  assert.equal(problemType(of('badNonce')), 'badNonce');
  assert.equal(problemType({ type: 'about:blank' }), undefined);
  assert.equal(problemType('text'), undefined);
});

it('takes the text of the first part where the whole has none', () => {
  const problem = of('malformed', { subproblems: [of('caa', { detail: 'CAA forbids it' })] });
  assert.equal(errorOfProblem(problem, { status: 400 }).facts.detail, 'CAA forbids it');
});

it('shows nothing that may be a token', () => {
  const { facts } = errorOfProblem(of('dns', { detail: `no ${'Ab-9_'.repeat(8)} here` }), { status: 400 });
  assert.equal(facts.detail, 'no … here');
});
