/** Anchors are used only for the types that they are bound to. */
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { makeSigningKey } from '@countersign/shared/test/crypto/signing-key';
import type { TrustAnchor } from '@countersign/shared/trust/trust-anchor';
import {
  anchorsFor,
  anchorsForDoctype,
  followedChain,
  pinnedForDoctype,
  withAnchors,
} from '../../src/presentation/issuer-trust.ts';
import { anchor, issuer } from './presentations.ts';
import { refuses, refusesWith } from './refuses.ts';

const other = new X509Certificate((await makeSigningKey()).anchor);
const leaf = new X509Certificate(Buffer.from(issuer.x5c[0] ?? '', 'base64'));
const pid: TrustAnchor = { certificate: anchor, vcts: ['pid', 'pid:national'], doctypes: [] };
const any: TrustAnchor = { certificate: other, vcts: 'any', doctypes: [] };

test('an anchor must allow every type that matters: another name of a type authorises no issuer', () => {
  assert.deepEqual(anchorsFor([pid, any], ['pid']), [anchor, other]);
  assert.deepEqual(anchorsFor([pid], ['pid:national', 'pid']), [anchor]);
  assert.deepEqual(anchorsFor([pid, any], ['diploma', 'pid']), [other]);
});

test('without an anchor for the type nothing is trusted', () => {
  refuses(() => anchorsFor([pid], ['diploma']), 'issuer_trust');
  refuses(() => anchorsFor([pid], ['pid', 'diploma']), 'issuer_trust');
  refuses(() => anchorsFor([], ['pid']), 'issuer_trust');
});

test('a chain is continued with the anchors that issued its last certificate, and no others', () => {
  assert.deepEqual(withAnchors([leaf], [other, anchor]), [leaf, anchor]);
  assert.deepEqual(withAnchors([leaf], [other]), [leaf]);
  assert.deepEqual(withAnchors([], [anchor]), []);
});

test('facts of a refusal: types and count of the anchors, and what the caller reports about the issuer', () => {
  const place = 'CONFIG_FOLDER/trust/issuers';
  refusesWith(() => anchorsFor([pid], ['diploma', 'x'], () => ({ place })), 'issuer_trust', {
    place,
    detail: 'type_not_allowed',
    received: ['diploma', 'x'],
    count: 1,
  });
  refusesWith(() => anchorsFor([], ['pid']), 'issuer_trust', { detail: 'no_anchors', received: ['pid'], count: 0 });
  assert.deepEqual(
    anchorsFor([pid], ['pid'], () => assert.fail('facts are for refusals')),
    [anchor],
  );
});

test('the anchors of an mdoc are those of its document type; one for SD-JWT VCs alone is none', () => {
  const mdl: TrustAnchor = { certificate: other, vcts: [], doctypes: ['mdl', 'pid'] };
  const open: TrustAnchor = { certificate: anchor, vcts: [], doctypes: 'any' };
  assert.deepEqual(anchorsForDoctype([pid, mdl, open], 'mdl'), [other, anchor]);
  assert.deepEqual(anchorsForDoctype([pid, mdl], 'pid'), [other]);
  refusesWith(() => anchorsForDoctype([pid, any], 'pid'), 'issuer_trust', {
    detail: 'type_not_allowed',
    received: ['pid'],
    count: 2,
  });
  refusesWith(() => anchorsForDoctype([], 'pid', () => ({ place: 'folder' })), 'issuer_trust', {
    detail: 'no_anchors',
    received: ['pid'],
    count: 0,
    place: 'folder',
  });
  refuses(() => anchorsFor([mdl], ['pid']), 'issuer_trust');
});

test('a pinned certificate counts for its document types, as a signer and never as a CA', () => {
  const pinned: TrustAnchor = { certificate: other, vcts: [], doctypes: ['d'], pinned: true };
  const authority: TrustAnchor = { certificate: anchor, vcts: [], doctypes: ['d'] };
  assert.deepEqual(pinnedForDoctype([pinned, authority], 'd'), [other]);
  assert.deepEqual(anchorsForDoctype([pinned, authority], 'd'), [anchor]);
  assert.deepEqual(anchorsForDoctype([pinned], 'd'), []);
  assert.deepEqual(pinnedForDoctype([pinned], 'e'), []);
  refuses(() => anchorsForDoctype([pinned], 'e'), 'issuer_trust');
  refuses(() => anchorsFor([pinned], ['d']), 'issuer_trust');
});

test('the chain that is looked up has the anchor that issued its last certificate', async () => {
  const trusted = (certificate: X509Certificate, more: Partial<TrustAnchor> = {}): TrustAnchor => ({
    certificate,
    vcts: 'any',
    doctypes: 'any',
    ...more,
  });
  const found = followedChain([leaf], [other, anchor], [trusted(other), trusted(anchor)]);
  assert.deepEqual([found?.path, found?.anchor], [[leaf], anchor]);
  // A CA of the same name with another key: the signature decides.
  const twin = new X509Certificate((await makeSigningKey()).anchor);
  assert.equal(twin.subject, anchor.subject);
  assert.equal(followedChain([leaf], [twin, anchor], [])?.anchor, anchor);
});

test('nothing is looked up of our own credentials, nor of a signer that is trusted as it is', () => {
  const own = { certificate: anchor, vcts: 'any', doctypes: 'any', own: true } as const;
  assert.equal(followedChain([leaf], [anchor], [own]), undefined);
  assert.equal(followedChain([leaf], [leaf], []), undefined);
  assert.equal(followedChain([], [anchor], []), undefined);
});
