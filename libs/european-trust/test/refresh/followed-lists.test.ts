import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ListPointer } from '../../src/lists/trust-list.ts';
import { LIST_NAMES, parseSource } from '../../src/lists/written-source.ts';
import { createPointedSources, firstOfEach } from '../../src/refresh/followed-lists.ts';
import type { TenantSource } from '../../src/refresh/list-sources.ts';

const OTHER = { list: 'https://scheme.example/type', issuance: ['urn:i'], vct: ['urn:a'] };
const PID = LIST_NAMES['pid-providers'];
const pointedSources = createPointedSources();
const XML = 'application/vnd.etsi.tsl+xml';

function sourceOf(written: object): TenantSource {
  const parsed = parseSource(JSON.stringify({ url: 'https://l.example/list', ...written }));
  return { ...parsed, source: { ...parsed.source, id: 'europe', signers: ['PIN'] } };
}

const pointer = (change: Partial<ListPointer> = {}): ListPointer => ({
  location: 'https://other.example/list',
  type: OTHER.list,
  territory: 'EU',
  mimeType: 'application/jwt',
  signers: ['SIGNER'],
  ...change,
});

const pointed = (from: TenantSource, pointers: readonly ListPointer[], form: 'lote' | 'xml' = 'lote') =>
  pointedSources({ from, list: { form, pointers } });

describe('the lists to which a list points', () => {
  it('are of its own type, under the certificates of the pointer, and not followed further', () => {
    const [one, ...others] = pointed(sourceOf(OTHER), [
      pointer(),
      pointer({ type: LIST_NAMES['wallet-providers'] }),
      pointer({ type: '' }),
      pointer({ signers: [] }),
      pointer({ location: 'file:///etc/passwd' }),
      pointer({ location: 'x' }),
    ]);
    assert.deepEqual(others, []);
    assert.deepEqual(
      [one?.source.id, one?.source.signers, one?.source.territory, one?.pointedBy, one?.follows],
      ['europe/1', ['SIGNER'], 'EU', 'europe', undefined],
    );
    assert.deepEqual([one?.settings.acceptSelfPointer, one?.types.vcts], ['off', ['urn:a']]);
  });

  it('are national lists in XML of the countries that are configured, one a country', () => {
    const from = sourceOf({
      list: 'list-of-trusted-lists',
      journal: 'https://journal.example',
      vct: ['urn:a'],
      territories: ['DE', 'AT'],
    });
    const national = (territory: string, change: Partial<ListPointer> = {}) =>
      pointer({ type: LIST_NAMES['national-trusted-list'], mimeType: XML, territory, ...change });
    const found = pointed(
      from,
      [
        national('DE', { mimeType: 'application/pdf', location: 'https://de.example/pdf' }),
        national('DE', { location: 'https://de.example/1' }),
        national('DE', { location: 'https://de.example/2' }),
        national('UK'),
        national('AT', { type: LIST_NAMES['list-of-trusted-lists'] }),
      ],
      'xml',
    );
    assert.deepEqual(
      found.map(({ source: { id, url } }) => [id, url]),
      [['europe/DE', 'https://de.example/1']],
    );
    assert.deepEqual(found[0]?.types, { vcts: ['urn:a'], doctypes: [] });
  });

  it('are of the types that a list of lists may point to', () => {
    const from = sourceOf({ list: 'https://scheme.example/lists', pointsTo: ['pid-providers'] });
    const [one, ...others] = pointed(from, [pointer({ type: PID }), pointer()]);
    assert.deepEqual([one?.source.profile.type, one?.follows, one?.types.vcts], [PID, undefined, ['urn:eudi:pid:*']]);
    assert.deepEqual(others, []);
  });

  it('are none of a list of Europe, which points to itself', () => {
    assert.deepEqual(pointed(sourceOf({ list: 'pid-providers' }), [pointer({ type: PID })]), []);
  });

  it('are the same objects while the list is the same', () => {
    const from = sourceOf(OTHER);
    const list = { form: 'lote', pointers: [pointer()] } as const;
    assert.equal(pointedSources({ from, list }), pointedSources({ from, list }));
    assert.notEqual(pointedSources({ from, list: { ...list } }), pointedSources({ from, list }));
  });
});

it('an address counts once, and at most 64 lists are followed', () => {
  const from = sourceOf(OTHER);
  const many = Array.from({ length: 1000 }, (_, n) => pointer({ location: `https://${n % 500}.example/` }));
  const self = pointer({ location: from.source.url });
  const first = firstOfEach(pointed(from, [self, ...many]), [from]);
  assert.deepEqual([first.length, first[0]?.source.url], [64, 'https://0.example/']);
  assert.deepEqual(firstOfEach(pointed(from, many.slice(100)), [from, ...first]), []);
});
