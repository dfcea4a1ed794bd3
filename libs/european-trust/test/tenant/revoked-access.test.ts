import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { leafThumbprint } from '@countersign/shared/crypto/certificate-chain';
import { systemRandom } from '@countersign/shared/kernel/random';
import { createVaults } from '@countersign/shared/keys/vaults';
import { temporaryStore } from '@countersign/shared/test/store/temporary';
import { type AccessStatus, createRevokedAccess, revokedFinding } from '../../src/tenant/revoked-access.ts';

async function open(t: TestContext) {
  const store = await temporaryStore(t);
  const made = { now: 1 };
  const clock = () => made.now;
  const vaults = createVaults({ store, clock, random: systemRandom, masterKey: Buffer.alloc(32, 1) });
  const [writer, reader] = [
    createRevokedAccess({ store, vaults, clock }),
    createRevokedAccess({ store, vaults, clock }),
  ];
  const settle = (found: Readonly<Record<string, AccessStatus>>) =>
    writer.settle('acme', new Map(Object.entries(found)));
  const revoked = async (tenant = 'acme') => {
    made.now += 1001;
    return [...(await reader.of(tenant))];
  };
  return { settle, revoked };
}

test('what one replica finds, the others read; each revocation is new once', async (t) => {
  const { settle, revoked } = await open(t);
  assert.deepEqual(await settle({ one: 'valid', two: 'unknown' }), []);
  assert.deepEqual(await revoked(), []);
  assert.deepEqual(await settle({ one: 'revoked', two: 'valid' }), ['one']);
  assert.deepEqual(await settle({ one: 'revoked', two: 'revoked' }), ['two']);
  assert.deepEqual(await settle({ one: 'revoked', two: 'revoked' }), []);
  assert.deepEqual(await revoked(), ['one', 'two']);
  assert.deepEqual(await revoked('other'), []);
});

test('a revoked certificate stays revoked while its authority is away, until it is valid or replaced', async (t) => {
  const { settle, revoked } = await open(t);
  await settle({ one: 'revoked', two: 'revoked' });
  await settle({ one: 'unknown', two: 'valid' });
  assert.deepEqual(await revoked(), ['one']);
  await settle({ three: 'valid' });
  assert.deepEqual(await revoked(), []);
});

test('a key has the finding if its leaf is revoked', () => {
  const x5c = [Buffer.from('leaf').toString('base64'), Buffer.from('middle').toString('base64')];
  const [leaf, middle] = [leafThumbprint(x5c), leafThumbprint(x5c.slice(1))];
  assert.equal(revokedFinding(new Set([leaf]), { x5c })?.reason, 'access_certificate_revoked');
  assert.equal(revokedFinding(new Set([middle]), { x5c }), undefined);
  assert.equal(revokedFinding(new Set(), { x5c }), undefined);
});
