/** The flows of deploy/verify.sh against a real server: a backend with curl, and a wallet as a process. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSampleServer } from '../support/sample-server.ts';
import { runVerify } from '../support/verify-script.ts';

test('deploy/verify.sh flows: issues and presents, and prints its verdict', async (t) => {
  const server = await startSampleServer();
  t.after(() => server.close());
  const { code, output } = await runVerify(t, { server, args: ['flows'] });
  assert.equal(code, 0, output);
  assert.match(output, /\nVERIFIED \(flows\): Countersign \d+\.\d+\.\d+, commit \w+, \d{4}-\d\d-\d\d, in \d+ s\n/);
});

test('deploy/verify.sh flows: a server that refuses the key fails at the first call, with the explanation', async (t) => {
  const server = await startSampleServer();
  t.after(() => server.close());
  const { code, output } = await runVerify(t, { server, args: ['flows'], settings: { AUTH_API_KEY: 'wrong' } });
  assert.equal(code, 1, output);
  assert.match(output, /"status":401/);
  assert.match(output, /\nFAILED \(flows\) at: issue a credential\n/);
});
