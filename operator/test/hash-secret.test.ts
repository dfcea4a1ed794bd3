import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secretMatches } from '@countersign/gateway/authenticate/client-secret';
import { systemRandom } from '@countersign/shared/kernel/random';
import { commandOutput, operatorOutput } from './command-output.ts';

const FORM = /^(?:secret {9}(?<secret>\S+)\n)?secret_scrypt {2}(?<hash>\S+)\n$/;

test('a secret of standard input is hashed, without its line end, and not repeated', async () => {
  for (const input of ['given secret', 'given secret\n', 'given secret\r\n']) {
    const { code, written, reported } = await commandOutput('hash-secret', [], {}, input);
    const { secret, hash = '' } = FORM.exec(written)?.groups ?? {};
    assert.deepEqual([code, secret, reported], [0, undefined, '']);
    assert.equal(await secretMatches('given secret', hash), true);
  }
});

test('without one, or with an empty line, a secret of 32 random bytes is generated and shown', async () => {
  for (const input of ['', '\n']) {
    const asked: number[] = [];
    const random = (bytes: number): Buffer => {
      asked.push(bytes);
      return systemRandom(bytes);
    };
    const { code, written } = await operatorOutput(['hash-secret'], { random, input: async () => input });
    const { secret = '', hash = '' } = FORM.exec(written)?.groups ?? {};
    assert.deepEqual([code, asked[0], Buffer.from(secret, 'base64url').length], [0, 32, 32]);
    assert.equal(await secretMatches(secret, hash), true);
  }
});

test('a secret as an argument is refused, and not repeated', async () => {
  const { code, written, reported } = await commandOutput('hash-secret', ['CANARY']);
  assert.deepEqual([code, written], [1, '']);
  assert.match(reported, /standard input[\s\S]*npm run operator -- hash-secret\n[\s\S]*run\.mjs hash-secret\n/);
  assert.doesNotMatch(reported, /CANARY/);
});

test('help, without waiting for a secret', async () => {
  const { code, written, reported } = await commandOutput('hash-secret', ['--help'], {}, 'CANARY');
  assert.deepEqual([code, reported], [0, '']);
  assert.match(written, /standard input[\s\S]*usage: npm run operator -- hash-secret\n/);
  assert.doesNotMatch(written, /CANARY/);
});
