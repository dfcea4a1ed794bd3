import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OutboundRequest } from '@countersign/shared/http/outbound';
import { ListError } from '../../src/lists/list-error.ts';
import { EU_LISTS } from '../../src/lists/list-source.ts';
import { parseSource } from '../../src/lists/written-source.ts';
import { type FetchDocument, fetchDocuments } from '../../src/refresh/fetch-documents.ts';
import { fetchList } from '../../src/refresh/fetch-list.ts';
import type { ListReader } from '../../src/refresh/list-reader.ts';
import { packed } from '../../src/refresh/walked-list.ts';
import { openList } from '../../src/xml-lists/open-list.ts';
import { listContent, pointer } from '../xml-lists/list-content.ts';
import { base64Of, ISSUED, makeSigner, signedList } from '../xml-lists/made-list.ts';

const signer = await makeSigner('Lists');
const LOTL = 'https://lists.example/lotl.xml';
const JOURNAL = 'https://journal.example/1';
const PIVOTS = Array.from({ length: 20 }, (_, n) => `https://lists.example/${n}.xml`);
const own = { location: LOTL, territory: 'EU', type: 'EUlistofthelists', certificates: [base64Of(signer)] };
const list = signedList(
  listContent({ type: 'EUlistofthelists', territory: 'EU', uris: [...PIVOTS, JOURNAL], pointers: pointer(own) }),
  signer,
);
const { source } = parseSource(
  JSON.stringify({ url: LOTL, list: 'list-of-trusted-lists', journal: JOURNAL, vct: ['urn:a'] }),
);
const judged = {
  source: { ...source, signers: [base64Of(signer)] },
  settings: EU_LISTS,
  successors: [],
  now: ISSUED + 1,
};
const reader = { open: async (bytes, rules) => openList(bytes, 'itself', rules) } as Pick<
  ListReader,
  'open'
> as ListReader;

/** Each response takes its time. */
function parts(takes: number) {
  const asked: OutboundRequest[] = [];
  let now = ISSUED;
  const outbound = {
    request: async (request: OutboundRequest) => {
      asked.push(request);
      now += takes;
      return { status: 200, headers: { etag: '"1"' }, body: list };
    },
  };
  const fetch: FetchDocument = (url, etag, left) => fetchList(outbound, url, etag, left);
  return { asked, given: { fetch, reader, clock: () => now } };
}

describe('the documents of a source', () => {
  it('are a list and its pivots, in one piece, and read already', async () => {
    const { asked, given } = parts(1);
    const fetched = await fetchDocuments(given, judged, '"0"');
    assert.ok(fetched.state === 'bytes');
    assert.deepEqual([fetched.etag, fetched.read?.list.sequenceNumber], ['"1"', 12]);
    assert.deepEqual(
      asked.map(({ url, headers }) => [url, headers?.['if-none-match']]),
      [[LOTL, '"0"'], ...PIVOTS.map((url) => [url, undefined])],
    );
  });

  it('are never what only the store puts together, whatever the address answers', async () => {
    const body = packed(new Map([[LOTL, list]]));
    const fetch: FetchDocument = async () => ({ state: 'bytes', bytes: body });
    for (const profile of [
      judged.source.profile,
      parseSource(`{"url":"${LOTL}","list":"pid-providers"}`).source.profile,
    ]) {
      const source = { ...judged.source, profile };
      await assert.rejects(
        fetchDocuments({ fetch, reader, clock: () => ISSUED }, { ...judged, source }, undefined),
        (error) => error instanceof ListError && error.reason === 'trust_list_malformed',
      );
    }
  });

  it('have two minutes together, and none has longer than a list', async () => {
    const { asked, given } = parts(29_000);
    await assert.rejects(
      fetchDocuments(given, judged, undefined),
      (error) => error instanceof ListError && error.reason === 'trust_list_unreachable',
    );
    assert.deepEqual(
      asked.slice(1).map(({ timeout }) => timeout),
      [30_000, 30_000, 30_000, 30_000, 4000],
    );
  });
});
