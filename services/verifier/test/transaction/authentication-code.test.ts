import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authenticationCodes } from '@countersign/shared/test/model/every-tenant';
import { PresentationError } from '../../src/session/presentation-error.ts';
import { forgetAuthenticationCodes, useAuthenticationCodes } from '../../src/transaction/authentication-code.ts';
import { openVerifier } from '../world.ts';

const HOUR = 3_600_000;
const repeated = (error: unknown): boolean =>
  error instanceof PresentationError && error.reason === 'strong_authentication' && error.facts?.detail === 'repeated';

test('a code is used once by its issuer, while its credential lives', async (t) => {
  const world = await openVerifier(t);
  const { platform } = world;
  const use = (answerHash: string, change: object = {}, tenant = 'default') => {
    const code = { credential: 'card', jti: 'secret-code', issuer: 'CN=bank', expiresAt: world.now + HOUR, ...change };
    return useAuthenticationCodes({ platform, tenant, codes: [code], answerHash });
  };
  await use('first');
  // The same response again: the first attempt may have failed after this.
  await use('first');
  await assert.rejects(use('second'), repeated);
  await use('second', { jti: 'another' });
  await use('second', { issuer: 'CN=other bank' });
  await use('second', {}, 'other-tenant');
  const stored = await platform.store.find(authenticationCodes, { index: 'end', limit: 10 });
  assert.equal(stored.documents.length, 4);
  assert.ok(!JSON.stringify(stored.documents).includes('secret-code'));

  const job = forgetAuthenticationCodes(platform);
  await job.run();
  await assert.rejects(use('third'), repeated);
  world.now += HOUR + 1;
  await job.run();
  assert.deepEqual((await platform.store.find(authenticationCodes, { index: 'end', limit: 10 })).documents, []);
});

test('of many concurrent responses with one code one uses it', async (t) => {
  const { platform } = await openVerifier(t);
  const codes = [{ credential: 'card', jti: 'code', issuer: 'CN=bank' }];
  const answers = Array.from({ length: 20 }, (_, n) => ({ platform, tenant: 'default', codes, answerHash: `${n}` }));
  const results = await Promise.allSettled(answers.map(useAuthenticationCodes));
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
});
