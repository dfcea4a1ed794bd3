/** Revokes the credentials that newer ones replace. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { unavailable } from '@countersign/shared/kernel/unavailable';
import { revokeCredentials } from '../../src/session/revoke-credentials.ts';

const older = { tenant: 'acme', session: 's', configuration: 'pid' };

test('their refresh token lives on only if it has renewed them', async () => {
  const asked: unknown[] = [];
  const call = async (name: string, { tenant, body }: { tenant: string; body: unknown }) => {
    asked.push([name, tenant, body]);
    return {};
  };
  await revokeCredentials({ call } as never, 'job', { ...older, renewals: 'continue' });
  await revokeCredentials({ call } as never, 'job', { ...older, renewals: 'end' });
  const body = { sessionId: 's', credentialConfigurationId: 'pid', status: 1 };
  assert.deepEqual(asked, [
    ['status.supersede', 'acme', body],
    ['status.update', 'acme', body],
  ]);
});

test('credentials without a status entry need nothing; any other failure is reported', async () => {
  const failing = (error: Error) =>
    revokeCredentials({ call: () => Promise.reject(error) } as never, 'job', { ...older, renewals: 'end' });
  await failing(new ProtocolError('not_found', 'none', { reason: 'interaction_off' }));
  await assert.rejects(failing(unavailable('status')), { code: 'temporarily_unavailable' });
});
