/**
 * The lists to which a valid list points, as separate sources: trusted by the pointer's certificates, never the
 * source's.
 */
import type { ListPointer, TrustList } from '../lists/trust-list.ts';
import { typesFor } from '../lists/written-source.ts';
import { XML_LIST_MIME_TYPE } from '../xml-lists/names.ts';
import type { TenantSource } from './list-sources.ts';

/** Lists of a tenant that are followed. */
const MAX_FOLLOWED = 64;

interface Pointing {
  readonly from: TenantSource;
  readonly list: Pick<TrustList, 'form' | 'pointers'>;
}

const NONE: readonly TenantSource[] = [];
/** What a list points to: the same objects while the list stays the same. */
export function createPointedSources(): (pointing: Pointing) => readonly TenantSource[] {
  const made = new WeakMap<
    TenantSource,
    { readonly list: Pointing['list']; readonly sources: readonly TenantSource[] }
  >();
  return ({ from, list }) => {
    if (from.follows === undefined || list.pointers.length === 0) return NONE;
    const known = made.get(from);
    if (known?.list === list) return known.sources;
    const found = list.pointers.flatMap((pointer, index) => sourceOf({ from, list }, pointer, index + 1));
    // One list a country: the first.
    const sources = [...new Map(found.toReversed().map((one) => [one.source.id, one])).values()].toReversed();
    made.set(from, { list, sources });
    return sources;
  };
}

function sourceOf({ from, list }: Pointing, pointer: ListPointer, place: number): readonly TenantSource[] {
  const { follows, settings, types, source } = from;
  const { location: url, type, territory, signers } = pointer;
  const profile = follows?.profiles.get(type);
  if (follows === undefined || profile === undefined || signers.length === 0 || !isAddress(url)) return [];
  // The same country has a pointer to its list as PDF too.
  if (list.form === 'xml' && pointer.mimeType !== XML_LIST_MIME_TYPE) return [];
  if (follows.territories !== undefined && !follows.territories.includes(territory ?? '')) return [];
  const name = list.form === 'xml' ? territory : place;
  return [
    {
      source: {
        id: `${source.id}/${name}`,
        url,
        profile,
        signers,
        ...(territory === undefined ? {} : { territory }),
      },
      // Whoever signs it is in the pointer, so it announces nobody itself.
      settings: { ...settings, acceptSelfPointer: 'off' },
      types: typesFor(profile, types),
      pointedBy: source.id,
    },
  ];
}

function isAddress(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

/**
 * Leaves out a list whose address is already configured or pointed to: the first one wins.
 * @param known the sources before these
 */
export function firstOfEach(sources: readonly TenantSource[], known: readonly TenantSource[]): readonly TenantSource[] {
  const addresses = new Set(known.map(({ source }) => source.url));
  const room = MAX_FOLLOWED - known.filter(({ pointedBy }) => pointedBy !== undefined).length;
  const fresh = sources.filter(({ source: { url } }) => {
    const isFirst = !addresses.has(url);
    addresses.add(url);
    return isFirst;
  });
  return fresh.slice(0, Math.max(0, room));
}
