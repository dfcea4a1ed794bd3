import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KeyRing, SigningKey } from '@countersign/shared/crypto/keys';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { checkSigners, purposeOf, signerFindings } from '../../src/configuration/credential-signer.ts';

function asked(): { readonly seen: string[]; readonly keys: Pick<KeyRing, 'signer'> } {
  const seen: string[] = [];
  const signer: KeyRing['signer'] = async (tenant, purpose, set) => {
    seen.push(`${tenant} ${purpose} ${set}`);
    if (set === 'gone') throw new ProtocolError('conflict', 'It has none', { reason: 'key_set_unknown' });
    return {} as SigningKey;
  };
  return { seen, keys: { signer } };
}

test('the format decides for which purpose the set needs a key', async () => {
  assert.deepEqual([purposeOf({ format: 'dc+sd-jwt' }), purposeOf({ format: 'mso_mdoc' })], ['credential', 'mdoc']);
  const { seen, keys } = asked();
  assert.deepEqual(await signerFindings(keys, 'acme', { format: 'mso_mdoc', keySet: 'staff' }), []);
  const [finding] = await signerFindings(keys, 'acme', { format: 'dc+sd-jwt', keySet: 'gone' });
  assert.equal(finding?.pointer, '/keys');
  assert.deepEqual(seen, ['acme mdoc staff', 'acme credential gone']);
});

test('an offer needs the key of each set that it names, and asks for no other', async () => {
  const { seen, keys } = asked();
  await checkSigners(keys, 'acme', [{ format: 'dc+sd-jwt' }, { format: 'mso_mdoc', keySet: 'staff' }]);
  assert.deepEqual(seen, ['acme mdoc staff']);
  const without = [{ format: 'dc+sd-jwt' as const }, { format: 'dc+sd-jwt' as const, keySet: 'gone' }];
  await assert.rejects(checkSigners(keys, 'acme', without), ProtocolError);
});
