import assert from 'node:assert/strict';
import { test } from 'node:test';
import { profileFormatFindings } from '../../src/query/profile-formats.ts';
import { jwtVcQuery } from '../presentation/jwt-vcs.ts';
import { queryOf } from '../presentation/presentations.ts';

const w3c = { credentials: [...queryOf().credentials, jwtVcQuery()] };
const at = (index: number) => `/credentials/${index}/format`;

test('only a tenant without a stricter profile requests W3C credentials', () => {
  assert.deepEqual(profileFormatFindings(w3c, 'open', at), []);
  for (const profile of ['haip', 'eu'] as const) {
    assert.deepEqual(profileFormatFindings(w3c, profile, at), [
      {
        pointer: '/credentials/1/format',
        detail: `A tenant of profile ${profile} requests only dc+sd-jwt and mso_mdoc`,
      },
    ]);
    assert.deepEqual(profileFormatFindings(queryOf(), profile, at), []);
  }
});
