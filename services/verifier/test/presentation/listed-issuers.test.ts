/** Credentials whose issuers are on a trust list (ETSI TS 119 602, annexes D and H). */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listedCertificate } from '@countersign/european-trust/lists/certificate-names';
import type { ListEntry } from '@countersign/european-trust/lists/trust-list';
import { keyOf } from '@countersign/european-trust/test/registration/deterministic-keys';
import { makeTestAuthority, USAGE } from '@countersign/european-trust/test/registration/made-certificates';
import { createKnownKeys } from '@countersign/shared/crypto/known-keys';
import type { FindListed } from '@countersign/shared/trust/listed-anchors';
import {
  authority,
  both,
  entry,
  LIST,
  listed,
  present,
  revocation,
  signer,
  signerUnder,
  VALIDITY,
} from './listed-world.ts';
import { NOW, SECONDS } from './presentations.ts';
import { refuses, refusesWith } from './refuses.ts';

describe('a credential whose issuer is on a list', () => {
  it('is accepted, and says which entry of which list decided', async () => {
    const { signer: shown } = present(await listed(both));
    assert.deepEqual(shown.list, {
      id: 'pid',
      url: LIST,
      sequenceNumber: 12,
      entity: 'Ministry',
      service: 'urn:service',
    });
  });

  it('may have its status signed by the revocation service of the same entity only', async () => {
    const status = { status: { status_list: { idx: 1, uri: 'https://status.example/1' } } };
    const other = entry('pid/revocation', await makeTestAuthority('other', VALIDITY), {
      entity: { number: 1, name: 'Other', tradeNames: [] },
    });
    const { statuses } = present(await listed([...both, other]), { payload: status });
    assert.deepEqual(
      statuses[0]?.anchors.map(({ fingerprint256 }) => fingerprint256),
      [authority, revocation].map(({ certificate }) => certificate.fingerprint256),
    );
  });

  it('is refused under a key that is listed for revocation only, or in another class', async () => {
    const purposes = ['pid/revocation', 'wallet/issuance', 'access/issuance', 'registration/issuance'] as const;
    for (const purpose of purposes) {
      const find = await listed([entry(purpose, authority)]);
      refusesWith(() => present(find), 'issuer_trust', {
        detail: 'no_anchors',
        received: ['urn:eudi:pid:1', 'urn:eudi:pid:1'],
        count: 0,
        subject: 'C=DE, CN=PID signer',
        sha256: signer.certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
      });
    }
  });

  it('is refused for a type that issuers of the list may not issue', async () => {
    refuses(() => present(listedFor('urn:diploma')), 'issuer_trust');
    assert.ok(present(listedFor('urn:eudi:pid:1')).signer.list);
  });

  it('is accepted under a listed signer, which certifies no other one', async () => {
    const own = await signerUnder(undefined, { key: keyOf('self certified') });
    const find = await listed([entry('pid/issuance', own)]);
    assert.equal(present(find, { by: own }).signer.list?.entity, 'Ministry');
    const below = await signerUnder(own);
    for (const chain of [[below], [below, own]]) refuses(() => present(find, { by: below, chain }), 'issuer_trust');
  });

  for (const [name, usage, accepted] of [
    ['contentCommitment alone', USAGE.nonRepudiation, true],
    ['keyCertSign', USAGE.keyCertSign, false],
    ['keyAgreement alone', USAGE.keyAgreement, false],
  ] as const) {
    it(`is ${accepted ? 'accepted' : 'refused'} when its signer has the key usage ${name}`, async () => {
      const by = await signerUnder(authority, { usage });
      const find = await listed(both);
      if (accepted) assert.ok(present(find, { by }).signer.list);
      else refuses(() => present(find, { by }), 'issuer_trust');
    });
  }
});

const listedForType = new Map<string, FindListed>();
for (const type of ['urn:diploma', 'urn:eudi:pid:1']) {
  listedForType.set(type, await listed(both, { list: 'pid-providers', vct: [type] }));
}
function listedFor(type: string): FindListed {
  return listedForType.get(type) ?? assert.fail();
}

describe('a credential of a public body', () => {
  const source = { list: 'public-body-attestation-providers', vct: ['urn:eudi:pid:1'] };
  const notified = 'http://uri.etsi.org/19602/PubEAAProvidersList/SvcStatus/notified';
  const withdrawn = 'http://uri.etsi.org/19602/PubEAAProvidersList/SvcStatus/withdrawn';
  const issued = (SECONDS - 3600) * 1000;
  const statesOf = (status: string, since: number, before: string) => ({
    state: { status, since, active: status === notified, history: [{ status: before, since: since - 1000 }] },
  });

  it('is refused under an authority that has ended, unless the source keeps it', async () => {
    const old = await makeTestAuthority('old', { ...VALIDITY, notAfter: NOW - 1000 });
    const by = await signerUnder(old);
    const entries = [entry('pid/issuance', old)];
    const dropped = await listed(entries);
    const kept = await listed(entries, { list: 'pid-providers', expiredAnchor: 'keep' });
    const known = createKnownKeys();
    refuses(() => present(dropped, { by, known }), 'issuer_trust');
    assert.equal(present(kept, { by, known }).signer.list?.id, 'pid');
    // One tenant's cache is not used for a different tenant.
    refuses(() => present(dropped, { by, known }), 'issuer_trust');
    // Its leaf must be valid still.
    const ended = await signerUnder(old, { notAfter: NOW - 1000 });
    refuses(() => present(kept, { by: ended }), 'issuer_trust');
  });

  it('needs a notified service, now and when it was issued', async () => {
    const find = (more: Partial<ListEntry>) => listed([entry('public-attestation/issuance', authority, more)], source);
    assert.ok(present(await find(statesOf(notified, issued - 1, withdrawn))).signer.list);
    for (const more of [statesOf(withdrawn, issued + 1, notified), statesOf(notified, issued + 1, withdrawn)]) {
      const found = await find(more);
      refuses(() => present(found), 'issuer_trust');
    }
    const found = await find(statesOf(notified, issued - 1, withdrawn));
    refuses(() => present(found, { payload: { iat: undefined } }), 'issuer_trust');
  });
});

describe('a credential that claims a category', () => {
  const QUALIFIED = ['urn:etsi:esi:eaa:eu:qualified', 'urn:etsi:eaa:eu:qualified'];
  const PUBLIC = 'urn:etsi:esi:eaa:eu:pub';
  const qualified = [entry('qualified-attestation/issuance', authority)];
  const publicBody = [entry('public-attestation/issuance', authority)];
  const claiming = (category: string) => ({ payload: { category } });

  it('is accepted under an entry of this category, which the signer shows', async () => {
    const found = await listed(qualified);
    for (const category of QUALIFIED) {
      assert.equal(present(found, claiming(category)).signer.list?.category, 'qualified');
    }
    assert.equal(present(await listed(publicBody), claiming(PUBLIC)).signer.list?.category, 'public-body');
  });

  it('is decided by that entry, whatever comes before it', async () => {
    const found = await listed([...publicBody, ...qualified]);
    assert.equal(present(found, claiming(QUALIFIED[0] ?? '')).signer.list?.category, 'qualified');
  });

  it('is refused under entries of other categories only', async () => {
    const others = [
      await listed(both),
      await listed(publicBody),
      await listed([entry('attestation/issuance', authority)]),
    ];
    for (const found of others) {
      refusesWith(() => present(found, claiming(QUALIFIED[0] ?? '')), 'issuer_trust', {
        detail: 'category_not_listed',
        received: ['qualified'],
        subject: 'C=DE, CN=PID signer',
        sha256: signer.certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
      });
    }
    const found = await listed(qualified);
    refuses(() => present(found, claiming(PUBLIC)), 'issuer_trust');
  });

  it('counts under an anchor of the operator, who confirms no category', async () => {
    const anchors = [{ certificate: authority.certificate, vcts: ['urn:eudi:pid:1'], doctypes: [] }];
    const shown = { ...claiming(QUALIFIED[0] ?? ''), anchors };
    assert.equal(present(await listed(publicBody), shown).signer.list, undefined);
    const found = await listed(publicBody);
    const ofOtherType = anchors.map((anchor) => ({ ...anchor, vcts: ['urn:other'] }));
    refuses(() => present(found, { ...shown, anchors: ofOtherType }), 'issuer_trust');
  });

  it('without one, or with an unknown one, shows none', async () => {
    const found = await listed(qualified);
    for (const payload of [{}, { category: 'URN:ETSI:ESI:EAA:EU:QUALIFIED' }, { category: 1 }]) {
      const { list } = present(found, { payload }).signer;
      assert.equal(list?.entity, 'Ministry');
      assert.equal('category' in (list ?? {}), false);
    }
  });
});

describe('a query that names trust lists', () => {
  const query = (url: string) => ({ trusted_authorities: [{ type: 'etsi_tl', values: [url] }] });

  it('is answered by issuers on them only', async () => {
    const find = await listed(both);
    assert.ok(present(find, { query: query(LIST) }).signer.list);
    refuses(() => present(find, { query: query('https://lists.example/other.jwt') }), 'trusted_authorities');
  });

  it('may name keys of authorities instead', async () => {
    const { keyId = '' } = listedCertificate(authority.certificate);
    const aki = { type: 'aki', values: [Buffer.from(keyId, 'hex').toString('base64url')] };
    const trusted_authorities = [{ type: 'etsi_tl', values: ['https://lists.example/other.jwt'] }, aki];
    assert.ok(present(await listed(both), { query: { trusted_authorities } }).signer.list);
  });
});
