import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publicJwkOf } from '@countersign/shared/crypto/jwk';
import { x5cElement } from '@countersign/shared/crypto/x509';
import { accessFindings } from '../../src/tenant/access-findings.ts';
import { keyOf } from '../registration/deterministic-keys.ts';
import {
  ACCESS_EXTENSIONS,
  createAccessAuthority,
  createRegistrar,
  NOW,
  TENANT_KEY,
} from '../registration/registrar.ts';

const authority = await createAccessAuthority();
const { certificate } = await authority.certificate();
const key = { x5c: [x5cElement(certificate)], publicJwk: publicJwkOf(TENANT_KEY.publicKey) };
const rules = { requireSct: 'warn' } as const;
const given = { key, authorities: [authority.authority.certificate], rules, now: NOW };

test('a right access certificate has no finding, and without an authority there is nothing to say', () => {
  assert.deepEqual(accessFindings(given), { refused: [], warnings: [] });
  const foreign = { ...given, key: { ...key, publicJwk: publicJwkOf(keyOf('other').publicKey) } };
  assert.deepEqual(accessFindings({ ...foreign, authorities: [] }), { refused: [], warnings: [] });
  assert.deepEqual(
    accessFindings(foreign).refused.map(({ reason }) => reason),
    ['access_certificate_key'],
  );
});

test('another authority, and a certificate without timestamps', async () => {
  const other = await createRegistrar('other');
  const [untrusted] = accessFindings({ ...given, authorities: [other.authority.certificate] }).refused;
  assert.equal(untrusted?.reason, 'access_certificate_untrusted');
  const { timestamps: _, ...extensions } = ACCESS_EXTENSIONS;
  const without = await authority.certificate({ extensions: Object.values(extensions) });
  const found = accessFindings({ ...given, key: { ...key, x5c: [x5cElement(without.certificate)] } });
  assert.deepEqual([found.refused.length, found.warnings.length], [0, 1]);
});
