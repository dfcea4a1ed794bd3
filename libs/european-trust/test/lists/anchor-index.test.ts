import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { certificateOf, classOf, indexAnchors, wasActiveAt } from '../../src/lists/anchor-index.ts';
import { listedCertificate } from '../../src/lists/certificate-names.ts';
import type { ListEntry, ServicePurpose } from '../../src/lists/trust-list.ts';
import { keyOf } from '../registration/deterministic-keys.ts';
import { type MadeCertificate, makeTestAuthority, makeTestCertificate } from '../registration/made-certificates.ts';
import { VALIDITY } from '../registration/registrar.ts';

const authorities = await Promise.all(['A', 'B', 'C'].map((name) => makeTestAuthority(name, VALIDITY)));
const [first, second, third] = authorities as [MadeCertificate, MadeCertificate, MadeCertificate];
const under = (issuer: MadeCertificate) =>
  makeTestCertificate({ subject: [['CN', 'leaf']], key: keyOf('leaf'), issuer, ...VALIDITY });

function entry(number: number, purpose: ServicePurpose, made: MadeCertificate, state?: ListEntry['state']): ListEntry {
  return {
    entity: { number, name: `entity ${number}`, tradeNames: [] },
    service: { name: 'service', type: purpose },
    purpose,
    certificates: [listedCertificate(made.certificate)],
    ...(state === undefined ? {} : { state }),
  };
}

const issuing = entry(0, 'pid/issuance', first);
const revoking = entry(0, 'pid/revocation', second);
const other = entry(1, 'access/issuance', third);
const index = indexAnchors({ entries: [issuing, revoking, other] });

describe('the anchors of a list', () => {
  it('are found from a leaf, by purpose', async () => {
    const { certificate } = await under(first);
    const found = index.candidates(['pid/issuance'], [certificate]);
    assert.deepEqual(
      found.map(({ entry }) => entry),
      [issuing],
    );
    assert.equal(found[0] && certificateOf(found[0]).fingerprint256, first.certificate.fingerprint256);
    for (const purpose of ['pid/revocation', 'access/issuance', 'wallet/issuance'] as const) {
      assert.deepEqual(index.candidates([purpose], [certificate]), []);
    }
  });

  it('are found through certificates between, and as the leaf itself', async () => {
    const between = await makeTestAuthority('between', VALIDITY, { issuer: first });
    const leaf = await under(between);
    const chain = [leaf.certificate, between.certificate];
    assert.equal(index.candidates(['pid/issuance'], chain)[0]?.entry, issuing);
    const direct = indexAnchors({ entries: [entry(0, 'pid/issuance', leaf)] });
    assert.equal(direct.candidates(['pid/issuance'], [leaf.certificate]).length, 1);
  });

  it('are found by name where there is no key identifier', async () => {
    const { keyId: _, ...nameless } = listedCertificate(first.certificate);
    const named = indexAnchors({ entries: [{ ...issuing, certificates: [nameless] }] });
    assert.equal(named.candidates(['pid/issuance'], [(await under(first)).certificate]).length, 1);
  });

  it('never include a key that is listed for revocation only', async () => {
    const { certificate } = await under(second);
    assert.deepEqual(index.candidates(['pid/issuance'], [certificate]), []);
    assert.equal(index.candidates(['pid/revocation'], [certificate]).length, 1);
  });

  it('of revocation are those of the same entity and class', () => {
    assert.deepEqual(
      index.revocation(issuing).map(({ entry }) => entry),
      [revoking],
    );
    assert.deepEqual(index.revocation(other), []);
  });

  it('are named by the identifiers of their keys', () => {
    assert.deepEqual(index.keyIds('pid/issuance'), [listedCertificate(first.certificate).keyId]);
    assert.deepEqual(index.keyIds('wallet/issuance'), []);
  });

  it('end with the status of their service', async () => {
    const withdrawn = entry(0, 'public-attestation/issuance', first, {
      status: 'w',
      since: 1,
      active: false,
      history: [],
    });
    const { certificate } = await under(first);
    assert.deepEqual(
      indexAnchors({ entries: [withdrawn] }).candidates(['public-attestation/issuance'], [certificate]),
      [],
    );
  });
});

describe('a look-up', () => {
  /** Entries, and how often something in one of them was read. */
  function watched(count: number) {
    const reads = { count: 0 };
    const watch = <T extends object>(value: T): T =>
      new Proxy(value, {
        get: (target, name) => {
          reads.count += 1;
          const found: unknown = Reflect.get(target, name);
          return typeof found === 'object' && found !== null && !ArrayBuffer.isView(found) ? watch(found) : found;
        },
      });
    const own = listedCertificate(second.certificate);
    const others = Array.from({ length: count - 1 }, (_, number): ListEntry => {
      const certificate = { ...own, sha256: `${number}`, subject: `name ${number}`, keyId: `key ${number}` };
      return { ...entry(number + 1, 'pid/issuance', second), certificates: [certificate] };
    });
    return { reads, entries: [...others, issuing].map(watch) };
  }

  it('of one in 5,000 entries reads as little of them as of one in 50', async () => {
    const { certificate } = await under(first);
    const readsOf = (count: number): readonly number[] => {
      const { reads, entries } = watched(count);
      const large = indexAnchors({ entries });
      reads.count = 0;
      const found = large.candidates(['pid/issuance'], [certificate]);
      const afterFinding = reads.count;
      assert.equal(found.length, 1);
      assert.deepEqual(large.revocation(found[0]?.entry ?? assert.fail()), []);
      return [afterFinding, reads.count];
    };
    const [few, many] = [readsOf(50), readsOf(5000)];
    assert.deepEqual(many, few);
    // The certificate's names are compared with no entry, and one entry names its entity and purpose.
    assert.equal(many[0], 0);
  });
});

describe('a status at an earlier time', () => {
  const state = (since: number, history: readonly (readonly [string, number])[]) => ({
    status: 'notified',
    since,
    active: true,
    history: history.map(([status, from]) => ({ status, since: from })),
  });
  const at = (time: number, of: ListEntry['state']) =>
    wasActiveAt(entry(0, 'public-attestation/issuance', first, of), time, 'notified');

  it('is that of the time', () => {
    const of = state(30, [
      ['withdrawn', 20],
      ['notified', 10],
    ]);
    assert.deepEqual(
      [5, 10, 19, 20, 29, 30, 99].map((time) => at(time, of)),
      [false, true, true, false, false, true, true],
    );
  });

  it('is none out of order, or with two at one time', () => {
    assert.equal(at(99, state(30, [['withdrawn', 40]])), false);
    assert.equal(at(99, state(30, [['withdrawn', 30]])), false);
  });

  it('is not asked of services that have none', () => {
    assert.equal(at(1, undefined), true);
  });
});

it('a purpose has a class', () => {
  assert.equal(classOf('public-attestation/revocation'), 'public-attestation');
});
