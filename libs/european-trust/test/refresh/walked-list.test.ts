/** The European list of trusted lists: from its journal over pivots to the anchors of a country. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OutboundError } from '@countersign/shared/http/outbound-error';
import { until } from '@countersign/shared/test/patience';
import { packed, unpacked } from '../../src/refresh/walked-list.ts';
import { refusesList } from '../lists/list-refusals.ts';
import { base64Of } from '../xml-lists/made-list.ts';
import { replicaOf, TENANT } from './list-server.ts';
import {
  attestations,
  DE,
  files,
  first,
  german,
  germanNext,
  germany,
  HOST,
  JOURNAL,
  LOTL,
  lotl,
  national,
  OTHER,
  pivot,
  second,
  started,
  stranger,
  third,
  URIS,
  written,
} from './lotl-world.ts';

describe('the list of trusted lists', () => {
  it('is walked over its pivots, and the lists of the countries follow', async (t) => {
    const one = await started(t);
    await one.twice();
    assert.deepEqual(await one.inForce(), [
      ['pid', 12],
      ['pid/DE', 5],
    ]);
    const { good } = (await one.document(LOTL)) ?? assert.fail();
    assert.deepEqual(
      [good?.signer.by, good?.signer.path?.map(({ url, sequenceNumber }) => [url, sequenceNumber])],
      [
        'pivots',
        [
          [LOTL, 12],
          [pivot(2), 11],
          [pivot(1), 10],
        ],
      ],
    );
    assert.deepEqual(
      one.host.asked.map(({ url }) => url),
      [LOTL, pivot(2), pivot(1), DE],
    );
    const [, from] = await one.replica.lists.sources(TENANT);
    const read = await one.replica.lists.last(TENANT, from ?? assert.fail());
    assert.equal(read?.index.candidates(['qualified-attestation/issuance'], [attestations.certificate]).length, 1);
  });

  it('is read again by another replica, from the store only', async (t) => {
    const one = await started(t);
    await one.twice();
    const away = { request: async () => Promise.reject(new OutboundError('timeout')) };
    const other = replicaOf({ store: one.store, folder: one.folder, clock: one.clock, outbound: away });
    assert.equal((await other.lists.inForce(TENANT)).length, 2);
  });

  it('follows a signer that a new pivot announces, and the signers of a country that it changes', async (t) => {
    const one = await started(t);
    await one.twice();
    one.served.set(pivot(3), lotl({ signers: [third, stranger], by: third, sequence: '13' }));
    const uris = [pivot(3), ...URIS];
    one.served.set(
      LOTL,
      lotl({ signers: [stranger], by: stranger, sequence: '14', uris, countries: [germany(germanNext)] }),
    );
    one.served.set(DE, national('6', germanNext));
    await one.later();
    await until('the new list of lists', async () => (await one.inForce())[0]?.[1] === 14);
    await one.later(20_000);
    assert.deepEqual(await one.inForce(), [
      ['pid', 14],
      ['pid/DE', 6],
    ]);
    // Signed by a signer that is no longer valid.
    one.served.set(DE, national('7', german));
    await one.later();
    const { check, good } = (await one.document(DE)) ?? assert.fail();
    assert.deepEqual([check.reason, good?.sequenceNumber], ['trust_list_signer', 6]);
  });

  it('stops to name a country that it no longer points to', async (t) => {
    const one = await started(t);
    await one.twice();
    one.served.set(LOTL, lotl({ signers: [third], by: third, sequence: '13', countries: [] }));
    await one.later();
    // The list before is used while the new one is read.
    await until('the new list of lists', async () => (await one.inForce()).length === 1);
    assert.deepEqual(await one.inForce(), [['pid', 13]]);
  });

  it('that has ended leaves no country in force', async (t) => {
    const one = await started(t);
    one.served.set(LOTL, lotl({ signers: [third], by: third, next: '2026-10-03T00:00:00Z' }));
    await one.twice();
    assert.equal((await one.inForce()).length, 2);
    one.clock.now = Date.parse('2026-10-03T00:00:00Z');
    assert.deepEqual(await one.inForce(), []);
  });

  for (const [name, change, reason, code] of [
    ['a pivot is missing', { [pivot(1)]: undefined }, 'trust_list_unreachable', 'A pivot: '],
    ['a pivot is no XML', { [pivot(1)]: Buffer.from('<html>') }, 'trust_list_malformed', 'PIVOT_2_SIGNATURE'],
    [
      'a pivot is unsigned',
      {
        [pivot(1)]: Buffer.from(
          lotl({ signers: [first, second], by: first, version: '5' })
            .toString()
            .replace(/<ds:Signature .*<\/ds:Signature>/, ''),
        ),
      },
      'trust_list_malformed',
      'PIVOT_2_SIGNATURE',
    ],
    [
      'the signature of a pivot is broken',
      {
        [pivot(1)]: Buffer.from(
          lotl({ signers: [first, second], by: first, version: '5' })
            .toString()
            .replace('<TSLSequenceNumber>12<', '<TSLSequenceNumber>13<'),
        ),
      },
      'trust_list_signature',
      'PIVOT_2_SIGNATURE',
    ],
    ['a pivot is empty', { [pivot(1)]: Buffer.alloc(0) }, 'trust_list_malformed', 'PIVOT_2_SIGNATURE'],
    [
      'nobody vouches for its signer',
      { [LOTL]: lotl({ signers: [stranger], by: stranger }) },
      'trust_list_signer',
      'PIVOT_0_SIGNER_CERT_NOT_AUTHENTICATED_BY_PIVOT_1',
    ],
    [
      'the journal is not named',
      { [LOTL]: lotl({ signers: [third], by: third, uris: [`${JOURNAL}/other`] }) },
      'trust_list_signer',
      'OJEU_LOCATION_INPUT_NOT_MATCHING',
    ],
    [
      'the last pivot is not signed as the journal says',
      { [LOTL]: lotl({ signers: [second, third], by: third, uris: [pivot(2), JOURNAL] }) },
      'trust_list_signer',
      'NOT_AUTHENTICATED_BY_OJEU',
    ],
    [
      'a pivot is at another host',
      { [LOTL]: lotl({ signers: [third], by: third, uris: ['https://other.example/p.xml', JOURNAL] }) },
      'trust_list_profile',
      'PIVOT_1_ELSEWHERE',
    ],
    [
      'it has ended',
      { [LOTL]: lotl({ signers: [third], by: third, next: '2026-10-01T00:00:01Z' }) },
      'trust_list_dates',
      'LOTL_NEXTUPDATE_PASSED',
    ],
    [
      'it has the old version',
      { [LOTL]: lotl({ signers: [third], by: third, version: '5' }) },
      'trust_list_profile',
      '',
    ],
  ] as const) {
    it(`is refused if ${name}, and the last good one stays`, async (t) => {
      const one = await started(t);
      await one.twice();
      const newer: Record<string, Buffer | undefined> = {
        [LOTL]: lotl({ signers: [third], by: third, sequence: '13' }),
        ...change,
      };
      for (const [url, body] of Object.entries(newer)) {
        if (body === undefined) one.served.delete(url);
        else one.served.set(url, body);
      }
      await one.later();
      const { check, good } = (await one.document(LOTL)) ?? assert.fail();
      assert.deepEqual([check.reason, good?.sequenceNumber], [reason, 12]);
      assert.ok(check.findings?.[0]?.detail.includes(code), check.findings?.[0]?.detail);
      assert.equal((await one.inForce()).length, 2);
    });
  }

  it('is not fetched again when the server says that nothing has changed', async (t) => {
    const one = await started(t);
    await one.twice();
    const before = one.host.asked.length;
    await one.later();
    // The list and its pivots, and the list of the country.
    assert.equal(one.host.asked.length - before, 4);
    assert.equal((await one.document(LOTL))?.check.outcome, 'good');
  });

  it('with a newer publication, or at a new address, says so', async (t) => {
    const one = await started(t);
    const moved = `${HOST}/new/lotl.xml`;
    const uris = ['https://journal.example/2026', ...URIS];
    const body = lotl({ signers: [third], by: third, at: moved, uris });
    one.served.set(LOTL, body);
    one.served.set(moved, body);
    await one.twice();
    const details = (await one.document(LOTL))?.good?.warnings?.map(({ detail }) => detail) ?? [];
    assert.ok(details.some((detail) => detail.includes(moved)));
    assert.ok(details.some((detail) => detail.includes('https://journal.example/2026')));
  });
});

describe('the list of a country', () => {
  it('is refused for another territory than that of its pointer', async (t) => {
    const one = await started(t);
    one.served.set(DE, national('5', german, { territory: 'AT' }));
    await one.twice();
    assert.equal((await one.document(DE))?.check.reason, 'trust_list_profile');
  });

  it('that breaks leaves the others in force', async (t) => {
    const countries = [germany(german), { location: OTHER, territory: 'AT', certificates: [base64Of(german)] }];
    const served = files()
      .set(LOTL, lotl({ signers: [third], by: third, countries }))
      .set(OTHER, Buffer.from('<x/>'));
    const one = await started(t, served);
    await one.twice();
    assert.deepEqual(await one.inForce(), [
      ['pid', 12],
      ['pid/DE', 5],
    ]);
    assert.equal((await one.document(OTHER))?.check.reason, 'trust_list_malformed');
  });

  it('counts after its end only if the source says so', async (t) => {
    for (const [nationalExpired, count] of [
      ['deny', 1],
      ['warn', 2],
    ] as const) {
      const one = await started(t, files(), { ...written, nationalExpired });
      one.served.set(DE, national('5', german, { next: '<dateTime>2026-10-02T00:00:00Z</dateTime>' }));
      await one.twice();
      assert.equal((await one.inForce()).length, 2);
      one.clock.now = Date.parse('2026-10-02T00:00:00Z');
      assert.equal((await one.inForce()).length, count, nationalExpired);
    }
  });
});

describe('documents in one piece', () => {
  it('come out as they went in, whatever their bytes', () => {
    const documents = new Map([
      [LOTL, Buffer.from([0, 255, 10])],
      [pivot(1), Buffer.alloc(0)],
      [DE, Buffer.from('<x/>')],
    ]);
    assert.deepEqual([...unpacked(packed(documents))], [...documents]);
  });

  it('are no larger together than one list', () => {
    const half = Buffer.alloc(9 * 1024 * 1024);
    const documents = new Map([
      [LOTL, half],
      [DE, half],
    ]);
    refusesList(() => packed(documents), 'trust_list_malformed');
  });
});
