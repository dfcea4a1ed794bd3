/** The queue before the process that verifies proofs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { createProofVerifier, type ProofToVerify } from '../../src/zk/proof-verifier.ts';

const proof = { circuit: 'c', proof: 'p' } as ProofToVerify;
const unavailable = (detail: string) => (error: unknown) =>
  error instanceof ProtocolError &&
  error.code === 'temporarily_unavailable' &&
  JSON.stringify(error.options.facts) === JSON.stringify({ detail });

test('one proof at a time, eight in all, and the ninth is refused at once', async () => {
  const answers: ((response: Response) => void)[] = [];
  const send = () => new Promise<Response>((resolve) => answers.push(resolve));
  const verify = createProofVerifier('http://127.0.0.1:1', send as typeof fetch);
  const all = Array.from({ length: 8 }, () => verify(proof));
  await assert.rejects(verify(proof), unavailable('queue'));
  for (let index = 0; index < 8; index += 1) {
    while (answers.length <= index) await new Promise(setImmediate);
    assert.equal(answers.length, index + 1, 'the next one waits');
    answers[index]?.(Response.json({ valid: index % 2 === 0 }));
  }
  assert.deepEqual(await Promise.all(all), [true, false, true, false, true, false, true, false]);
});

test('a failure is no answer, and the next proof is verified', async () => {
  const answers = [Response.json({ valid: 'yes' }), new Response('', { status: 500 }), Response.json({ valid: true })];
  const asked: string[] = [];
  const send = async (url: unknown) => {
    asked.push(String(url));
    const [next] = answers.splice(0, 1);
    if (asked.length === 3) throw new Error('refused');
    return next ?? Response.json({ valid: true });
  };
  const verify = createProofVerifier('http://127.0.0.1:1', send as typeof fetch);
  await assert.rejects(verify(proof), unavailable('answer'));
  await assert.rejects(verify(proof), unavailable('answer'));
  await assert.rejects(verify(proof), unavailable('unreachable'));
  assert.equal(await verify(proof), true);
  assert.equal(asked[0], 'http://127.0.0.1:1/verify');
});
