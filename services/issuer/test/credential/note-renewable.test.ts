import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { whyRefused } from '@countersign/shared/test/http/why-refused';
import type { Configuration } from '../../src/configuration/listed-configuration.ts';
import { noteRenewable } from '../../src/credential/note-renewable.ts';
import type { AttestationStatus } from '../../src/session/attestation-status.ts';
import { openKeyStatuses } from '../../src/session/renewed-keys.ts';
import { openRenewable, records, tokenFor } from '../token/renewable.ts';

async function world(t: Parameters<typeof openRenewable>[0], olderCredentials: 'keep' | 'revoke') {
  const made = await openRenewable(t);
  const { session: id } = await tokenFor(made);
  const session = await made.stored(id);
  const vault = await made.platform.vaults.of('default');
  const note = (
    claims: JsonObject,
    configuration = 'pid',
    change: object = {},
    statuses: readonly AttestationStatus[] = [],
  ) =>
    noteRenewable(made.platform, vault, {
      session: { ...session, ...change },
      configuration: { id: configuration, refresh: { olderCredentials } } as Configuration,
      claims,
      statuses,
    });
  const issued = async () => (await records(made))[0]?.issued;
  return { made, note, issued };
}

test('the record gets session and configuration, and nothing of the claims', async (t) => {
  const { note, issued, made } = await world(t, 'keep');
  await note({ given_name: 'Erika' });
  const [record] = await records(made);
  assert.equal(record?.state, 'renewable');
  assert.deepEqual(await issued(), [{ configurationId: 'pid', session: record?.session }]);
});

test('a digest of the claims does not depend on the order of names, and tells a change', async (t) => {
  const { note, issued, made } = await world(t, 'revoke');
  const digest = async (claims: JsonObject) => {
    await note(claims);
    return (await issued())?.[0]?.claimsDigest;
  };
  const first = await digest({ given_name: 'Erika', address: { street: 'A', town: 'B' } });
  assert.equal(await digest({ address: { town: 'B', street: 'A' }, given_name: 'Erika' }), first);
  assert.notEqual(await digest({ given_name: 'Erika', address: { street: 'A', town: 'C' } }), first);
  assert.ok(!JSON.stringify(await records(made)).includes('Erika'));
});

test('a renewal needs its record; a first issuance does not, nor a session without a refresh token', async (t) => {
  const { note, made } = await world(t, 'keep');
  const renewal = { firstSession: 'first' };
  await note({}, 'pid', renewal);
  await assert.rejects(note({}, 'member', renewal), { code: 'credential_request_denied' });
  const why = await whyRefused(() => note({}, 'member', renewal));
  assert.deepEqual(why, ['refresh_withdrawn', { configurationIds: ['member'] }]);
  await note({}, 'member');
  const [record] = await records(made);
  assert.ok(record !== undefined && (await made.store.delete({ name: 'refreshGrants', indexes: {} }, record)));
  await assert.rejects(note({}, 'pid', renewal), { code: 'credential_request_denied' });
  await note({}, 'pid');
});

test('the statuses of the attested keys are sealed, those of all requests of a session, and written once', async (t) => {
  const { note, issued, made } = await world(t, 'keep');
  const [a, b] = [3, 4].map((idx) => ({ uri: 'https://provider.example/list', idx }));
  assert.ok(a !== undefined && b !== undefined);
  const vault = await made.platform.vaults.of('default');
  const stored = async () => {
    const [record = assert.fail()] = await records(made);
    return { rev: record.rev, statuses: openKeyStatuses(vault, record) };
  };
  await note({}, 'pid', {}, [a]);
  const { rev, statuses } = await stored();
  assert.deepEqual(statuses, [a]);
  assert.ok(!JSON.stringify(await issued()).includes(a.uri));
  await note({}, 'pid', {}, [a]);
  await note({}, 'pid', {}, []);
  assert.equal((await stored()).rev, rev);
  await note({}, 'pid', {}, [b, a]);
  assert.deepEqual((await stored()).statuses, [a, b]);
  await note({}, 'pid', { id: 'renewal' }, [b]);
  assert.deepEqual((await stored()).statuses, [b]);
});
