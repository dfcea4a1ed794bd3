import assert from 'node:assert/strict';
import { it } from 'node:test';
import { LotlError } from '../../src/xml-lists/lotl-error.ts';
import { openList } from '../../src/xml-lists/open-list.ts';
import { walkLotl } from '../../src/xml-lists/walk-lotl.ts';
import { listContent, pointer } from './list-content.ts';
import { base64Of, ISSUED, makeSigner, signedList } from './made-list.ts';

const first = await makeSigner('First');
const second = await makeSigner('Second');
const JOURNAL = 'https://journal.example/2019';
const LOTL = 'https://lists.example/lotl.xml';
const PIVOT = 'https://lists.example/pivot.xml';
const content = (signers: readonly (typeof first)[], uris: readonly string[]): string =>
  listContent({
    type: 'EUlistofthelists',
    territory: 'EU',
    uris,
    pointers: pointer({
      location: LOTL,
      territory: 'EU',
      type: 'EUlistofthelists',
      certificates: signers.map(base64Of),
    }),
  });
const files = new Map([
  [LOTL, signedList(content([second], [PIVOT, JOURNAL]), second)],
  [PIVOT, signedList(content([first, second], [PIVOT, JOURNAL]), first)],
]);
const configuration = { journal: JOURNAL, location: LOTL, signers: [base64Of(first)] };

function port(served: ReadonlyMap<string, Buffer>) {
  const fetched: string[] = [];
  return {
    fetched,
    fetch: async (location: string) => {
      fetched.push(location);
      const bytes = served.get(location);
      if (bytes === undefined) throw new Error('unreachable');
      return bytes;
    },
    open: async (bytes: Buffer) => openList(bytes, 'itself'),
  };
}

it('fetches the list and its pivots, each once', async () => {
  const used = port(files);
  const { path } = await walkLotl(configuration, used, ISSUED + 1);
  assert.deepEqual(used.fetched, [LOTL, PIVOT]);
  assert.deepEqual(
    path.map(({ signer }) => signer),
    [base64Of(second), base64Of(first)],
  );
});

it('ends with the error of the host, which says nothing about the list', async () => {
  await assert.rejects(walkLotl(configuration, port(new Map([...files].slice(0, 1))), ISSUED + 1), /unreachable/);
});

it('refuses a list with a pivot that cannot be read', async () => {
  const broken = new Map(files).set(PIVOT, Buffer.alloc(0));
  await assert.rejects(
    walkLotl(configuration, port(broken), ISSUED + 1),
    (error) => error instanceof LotlError && error.problem === 'PIVOT_1_SIGNATURE_VERIFICATION_FAILED',
  );
});
