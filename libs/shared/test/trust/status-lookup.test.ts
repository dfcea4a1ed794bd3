import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { OutboundError } from '../../src/http/outbound-error.ts';
import type { ListedStatus } from '../../src/trust/status-lookup.ts';
import { makeSigningKey } from '../crypto/signing-key.ts';
import { IDENTIFIER_CWT, identifierCwt, STATUS_CWT, statusCwt } from './list-cwts.ts';
import { anchor, FOREIGN, leaf, NOW, reference, served, statusWorld } from './status-world.ts';

const ofMdoc = { ...reference, preferred: 'cwt' } as const;
const identifier = (id: number) => ({ uri: FOREIGN, id: Buffer.of(id), anchors: [anchor] });
const sent = (type: string, body: Buffer) => () => ({ headers: { 'content-type': `${type}; charset=x` }, body });
const servedCwt = sent(STATUS_CWT, statusCwt());
const servedIdentifiers = sent(IDENTIFIER_CWT, identifierCwt([Buffer.of(1)]));

/** With the fingerprint instead of the certificate. */
function shown(status: ListedStatus) {
  if (!('signer' in status)) return status;
  return { ...status, signer: status.signer?.fingerprint256 };
}

test('valid, invalid with its value, and no such entry', async () => {
  const { lookup } = statusWorld();
  const at = async (idx: number) => shown(await lookup({ reference: { ...reference, idx }, tenant: 'default' }));
  assert.deepEqual(await at(1), { state: 'valid', signer: leaf.fingerprint256 });
  assert.deepEqual(await at(0), { state: 'invalid', value: 1, signer: leaf.fingerprint256 });
  assert.deepEqual(await at(16), { state: 'unusable' });
});

test('no server, and an address that is not reached from here', async () => {
  for (const [code, state] of [
    ['refused', 'unreachable'],
    ['timeout', 'unreachable'],
    ['address', 'unusable'],
    ['too_large', 'unusable'],
  ] as const) {
    const { lookup } = statusWorld(() => {
      throw new OutboundError(code);
    });
    assert.equal((await lookup({ reference, tenant: 'default' })).state, state, code);
  }
  for (const [status, state] of [
    [503, 'unreachable'],
    [404, 'unusable'],
  ] as const) {
    const { lookup } = statusWorld(() => ({ status }));
    assert.equal((await lookup({ reference, tenant: 'default' })).state, state);
  }
});

test('a list that was verified without a known signer does not count with one', async () => {
  const w = statusWorld();
  const { signer: _, ...anchored } = reference;
  assert.deepEqual(await w.check([anchored]), ['valid']);
  assert.deepEqual(await w.check([reference]), ['valid']);
  assert.equal(w.fetched.length, 2);
});

test('the status of an mdoc: its list as CWT, or as JWT where the server has no CWT', async () => {
  for (const answer of [servedCwt, served]) {
    const { lookup } = statusWorld(answer);
    const at = async (idx: number) => shown(await lookup({ reference: { ...ofMdoc, idx }, tenant: 'default' }));
    assert.deepEqual(await at(1), { state: 'valid', signer: leaf.fingerprint256 });
    assert.deepEqual(await at(0), { state: 'invalid', value: 1, signer: leaf.fingerprint256 });
    assert.deepEqual(await at(16), { state: 'unusable' });
  }
});

test('an identifier that is listed is invalid', async () => {
  const { lookup } = statusWorld(servedIdentifiers);
  const at = async (id: number) => shown(await lookup({ reference: identifier(id), tenant: 'default' }));
  assert.deepEqual(await at(1), { state: 'invalid', value: 1, signer: leaf.fingerprint256 });
  assert.deepEqual(await at(2), { state: 'valid', signer: leaf.fingerprint256 });
});

test('what was verified for one kind of reference counts for no other', async () => {
  const w = statusWorld(servedCwt);
  assert.deepEqual(await w.check([ofMdoc]), ['valid']);
  assert.deepEqual(await w.check([reference, identifier(2)]), ['unusable', 'unusable']);
  const v = statusWorld(servedIdentifiers);
  assert.deepEqual(await v.check([identifier(2)]), ['valid']);
  assert.deepEqual(await v.check([identifier(2), { ...identifier(2), certificate: anchor }]), ['valid', 'valid']);
  assert.equal(v.fetched.length, 2);
  assert.deepEqual(await v.check([ofMdoc]), ['unusable']);
});

test('an mdoc whose list is forged, foreign or over has no status', async () => {
  const lies: Readonly<Record<string, Parameters<typeof statusCwt>[0]>> = {
    'of another address': { claims: { 2: `${FOREIGN}/2` } },
    'of another type': { header: { 16: IDENTIFIER_CWT } },
    'under no anchor': { header: { 33: undefined } },
    'signed by another key': { key: (await makeSigningKey()).privateKey },
    ended: { claims: { 4: NOW / 1000 } },
  };
  for (const [name, lie] of Object.entries(lies)) {
    const w = statusWorld(sent(STATUS_CWT, statusCwt(lie)));
    assert.deepEqual(await w.check([ofMdoc]), ['unusable'], name);
    assert.deepEqual(await w.check([ofMdoc]), ['unusable'], name);
    assert.equal(w.fetched.length, 1, name);
  }
});

test('a list in CWT form is kept for its ttl, and refused after its end when the next fetch fails', async () => {
  const w = statusWorld(sent(STATUS_CWT, statusCwt({ claims: { 65534: 60, 4: NOW / 1000 + 3600 } })));
  assert.deepEqual(await w.check([ofMdoc]), ['valid']);
  w.made.now += 59_999;
  assert.deepEqual(await w.check([ofMdoc]), ['valid']);
  assert.equal(w.fetched.length, 1);
  w.made.answer = () => {
    throw new OutboundError('refused');
  };
  w.made.now += 1;
  assert.deepEqual(await w.check([ofMdoc]), ['unreachable']);
});

test('a list whose chain leads to another anchor than the one of its reference is not usable', async () => {
  const other = await makeSigningKey();
  const otherAnchor = new X509Certificate(other.anchor);
  const lie = { key: other.privateKey, header: { 33: Buffer.from(other.x5c[0] ?? '', 'base64') } };
  const w = statusWorld(sent(STATUS_CWT, statusCwt(lie)));
  // The verifier trusts both; the signer of this mdoc is under the first.
  assert.deepEqual(await w.check([ofMdoc]), ['unusable']);
  assert.deepEqual(await w.check([{ ...ofMdoc, anchors: [otherAnchor] }]), ['valid']);
  const named = { ...ofMdoc, certificate: otherAnchor };
  assert.deepEqual(await w.check([named]), ['valid'], 'the credential names it');
});
