import assert from 'node:assert/strict';
import { test } from 'node:test';
import { narrowedQuery } from '../../src/request/login-request.ts';

const credential = (id: string, more: object = {}) => ({
  id,
  format: 'dc+sd-jwt',
  meta: { vct_values: [id] },
  ...more,
});
const name = { path: ['name'] };
const born = { path: ['born'] };

test('only claims that are named stay, and those whose values are compared', () => {
  const adult = { path: ['adult'], values: [true] };
  const query = { credentials: [credential('pid', { claims: [name, born, adult] })] };
  assert.deepEqual(narrowedQuery(query, [['name'], ['other']]), {
    credentials: [credential('pid', { claims: [name, adult] })],
  });
});

test('a path that is none of the query adds nothing', () => {
  const query = { credentials: [credential('pid', { claims: [name] })] };
  assert.deepEqual(narrowedQuery(query, [['portrait']]), { credentials: [credential('pid')] });
});

test('a credential of which nothing is needed is not asked for, unless sets name it', () => {
  const credentials = [credential('pid', { claims: [name] }), credential('card', { claims: [born] })];
  assert.deepEqual(narrowedQuery({ credentials }, [['name']]), { credentials: [credentials[0]] });
  const credential_sets = [{ options: [['pid', 'card']] }];
  const kept = narrowedQuery({ credentials, credential_sets }, [['name']]);
  assert.deepEqual(kept, { credentials: [credentials[0], credential('card')], credential_sets });
});

test('a credential that is asked for without claims stays', () => {
  const credentials = [credential('pid', { claims: [name] }), credential('card')];
  assert.deepEqual(narrowedQuery({ credentials }, [['name']]), { credentials });
});

test('claim sets keep what is left of them', () => {
  const claims = [
    { id: 'n', ...name },
    { id: 'b', ...born },
  ];
  const query = { credentials: [credential('pid', { claims, claim_sets: [['n', 'b'], ['n']] })] };
  assert.deepEqual(narrowedQuery(query, [['name']]), {
    credentials: [credential('pid', { claims: [claims[0]], claim_sets: [['n']] })],
  });
  assert.deepEqual(narrowedQuery(query, [['born']]), { credentials: [credential('pid', { claims: [claims[1]] })] });
});
