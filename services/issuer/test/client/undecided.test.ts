import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { undecided } from '../../src/client/undecided.ts';

const untrusted = new ProtocolError('invalid_client_attestation', 'x', { reason: 'client_attestation_untrusted' });
const listed = (isUndecided: boolean, asked: string[] = []) => ({
  isUndecided: async (tenant: string, purpose: string) => {
    asked.push(`${tenant} ${purpose}`);
    return isUndecided;
  },
});

it('an untrusted wallet may come again while a list of wallet providers has ended, with a reason', async () => {
  const asked: string[] = [];
  const error = await undecided(untrusted, listed(true, asked), 'acme');
  assert.ok(error instanceof ProtocolError);
  assert.deepEqual(
    [error.code, error.options.reason, error.options.headers, asked],
    ['temporarily_unavailable', 'wallet_list_ended', { 'retry-after': '60' }, ['acme wallet-providers']],
  );
});

it('an untrusted wallet is refused while the lists count, and another fault always', async () => {
  assert.equal(await undecided(untrusted, listed(false), 'acme'), untrusted);
  const other = new ProtocolError('invalid_client_attestation', 'x', { reason: 'client_attestation_expired' });
  const asked: string[] = [];
  assert.equal(await undecided(other, listed(true, asked), 'acme'), other);
  const defect = new Error('defect');
  assert.equal(await undecided(defect, listed(true, asked), 'acme'), defect);
  assert.deepEqual(asked, []);
});
