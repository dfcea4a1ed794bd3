/** A list in JSON whose signer changed more than once since it was last read: its pivots vouch for the current one. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { OutboundError } from '@countersign/shared/http/outbound-error';
import { trustLists } from '@countersign/shared/model/tenant/trust-lists';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { temporaryStore } from '@countersign/shared/test/store/temporary';
import { listId } from '../../src/refresh/loaded-lists.ts';
import { DAY, makeList, makeSigner, signedList, URL_OF_LIST } from '../lists/made-lists.ts';
import { NOW } from '../registration/registrar.ts';
import { configured, replicaOf, TENANT } from './list-server.ts';

const { signer: first, content } = await makeList();
const [second, third, stranger] = [await makeSigner('second'), await makeSigner('third'), await makeSigner('stranger')];
type Signer = typeof first;

const JOURNAL = 'https://journal.example/2026';
const pivot = (number: number): string => new URL(`/pivot-${number}.jwt`, URL_OF_LIST).href;
const URIS = [pivot(2), pivot(1), JOURNAL, 'https://lists.example/about'];

function list(number: number, by: Signer, announced: readonly Signer[], uris: readonly string[] = URIS): Buffer {
  const scheme = {
    LoTESequenceNumber: number,
    SchemeInformationURI: uris.map((uriValue) => ({ lang: 'en', uriValue })),
  };
  const successors = announced.map(({ certificate }) => certificate);
  return signedList(content({ scheme, successors }), { signer: by });
}

const files = (): Map<string, Buffer> =>
  new Map([
    [URL_OF_LIST, list(15, third, [third])],
    [pivot(2), list(14, second, [second, third])],
    [pivot(1), list(13, first, [first, second])],
  ]);

async function started(t: TestContext, served = files(), lotePivots: 'on' | 'off' = 'on') {
  const journal = lotePivots === 'on' ? { journal: JOURNAL } : {};
  const description = { url: URL_OF_LIST, list: 'pid-providers', lotePivots, ...journal };
  const folder = await configured(t, { description, pem: first.certificate.toString() });
  const store = await temporaryStore(t);
  const clock = { now: NOW };
  const asked: string[] = [];
  const outbound: Parameters<typeof replicaOf>[0]['outbound'] = {
    request: async ({ url }) => {
      asked.push(url);
      const body = served.get(url);
      if (body === undefined) throw new OutboundError('timeout');
      return { status: 200, headers: {}, body };
    },
  };
  const parts = { store, folder, clock, outbound };
  const replica = replicaOf(parts);
  const document = async () => ofTenant(store, TENANT).get(trustLists, listId(TENANT, URL_OF_LIST));
  return { served, clock, asked, replica, document, another: () => replicaOf(parts) };
}

describe('a list whose signer is not known', () => {
  it('is accepted over its pivots, by every replica, and says so', async (t) => {
    const one = await started(t);
    await one.replica.run();
    const { good, check } = (await one.document()) ?? assert.fail();
    assert.equal(check.outcome, 'good', JSON.stringify(check));
    assert.deepEqual([good?.sequenceNumber, good?.signer.by], [15, 'pivots']);
    assert.deepEqual(
      good?.signer.path?.map(({ url, sequenceNumber }) => [url, sequenceNumber]),
      [
        [URL_OF_LIST, 15],
        [pivot(2), 14],
        [pivot(1), 13],
      ],
    );
    one.clock.now += 1000;
    assert.equal((await one.another().lists.inForce(TENANT))[0]?.list.sequenceNumber, 15);
    // It announces its own signer, so that the pivots are not needed again.
    const before = one.asked.length;
    one.clock.now += DAY;
    await one.replica.run();
    assert.deepEqual([one.asked.slice(before), (await one.document())?.check.outcome], [[URL_OF_LIST], 'good']);
    one.served.set(URL_OF_LIST, list(16, third, [third]));
    one.clock.now += DAY;
    await one.replica.run();
    assert.equal((await one.document())?.good?.signer.by, 'successor');
  });

  it('is not fetched over pivots if its signer is known, or the source does not say so', async (t) => {
    const known = await started(t, files().set(URL_OF_LIST, list(15, first, [first])));
    await known.replica.run();
    assert.deepEqual([known.asked, (await known.document())?.good?.signer.by], [[URL_OF_LIST], 'pin']);
    const off = await started(t, files(), 'off');
    await off.replica.run();
    assert.deepEqual([off.asked, (await off.document())?.check.reason], [[URL_OF_LIST], 'trust_list_signer']);
  });

  const refused: readonly (readonly [
    name: string,
    change: readonly (readonly [string, Buffer | undefined])[],
    reason: string,
  ])[] = [
    ['a pivot is missing', [[pivot(1), undefined]], 'trust_list_unreachable'],
    ['a pivot is empty', [[pivot(1), Buffer.alloc(0)]], 'trust_list_malformed'],
    [
      'pivots are swapped',
      [[URL_OF_LIST, list(15, third, [third], [pivot(1), pivot(2), JOURNAL])]],
      'trust_list_signer',
    ],
    ['nobody vouches for its signer', [[URL_OF_LIST, list(15, stranger, [stranger])]], 'trust_list_signer'],
    ['a pivot does not announce its own signer', [[pivot(2), list(14, stranger, [third])]], 'trust_list_signer'],
    ['the last pivot has another signer', [[pivot(1), list(13, stranger, [stranger, second])]], 'trust_list_signer'],
    [
      'it does not name the publication',
      [[URL_OF_LIST, list(15, third, [third], [pivot(2), pivot(1)])]],
      'trust_list_signer',
    ],
    [
      'a pivot is at another host',
      [[URL_OF_LIST, list(15, third, [third], ['https://other.example/p.jwt', JOURNAL])]],
      'trust_list_signer',
    ],
    [
      'it has too many pivots',
      [[URL_OF_LIST, list(15, third, [third], [...Array.from({ length: 33 }, (_, n) => pivot(n + 10)), JOURNAL])]],
      'trust_list_signer',
    ],
  ];
  for (const [name, change, reason] of refused) {
    it(`is refused if ${name}`, async (t) => {
      const one = await started(t);
      for (const [url, body] of change) {
        if (body === undefined) one.served.delete(url);
        else one.served.set(url, body);
      }
      await one.replica.run();
      const { good, check } = (await one.document()) ?? assert.fail();
      assert.deepEqual([good, check.reason], [undefined, reason], JSON.stringify(check));
      assert.ok(one.asked.every((url) => url.startsWith(new URL(URL_OF_LIST).origin)));
    });
  }
});
