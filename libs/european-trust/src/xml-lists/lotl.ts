/**
 * Authenticates the European list of trusted lists (LOTL): from its signer back to the certificates in the Official Journal, through the
 * instances in which the signers changed, the pivots (ETSI TS 119 615, 4.1.4). Pure.
 */
import type { ListPointer, XmlList } from './list-value.ts';
import { LotlError, type LotlProblem } from './lotl-error.ts';
import { LIST_TYPES, XML_LIST_MIME_TYPE } from './names.ts';
import type { OpenedList } from './open-list.ts';
import type { XmlListError } from './xml-list-error.ts';

/** The operator's input from the Official Journal. */
export interface LotlConfiguration {
  /** OJEU-Loc: address of the publication. */
  readonly journal: string;
  /** OJEU-LOTL-Loc: address of the list. */
  readonly location: string;
  /** OJEU-LOTL-Certs-Set: certificates in the publication, base64 of the DER. */
  readonly signers: readonly string[];
}

/** The result for each address: the list, opened with its own signer, or why it can't be opened. */
export type OpenedDocuments = ReadonlyMap<string, OpenedList | XmlListError>;

export interface AuthenticatedLotl {
  readonly lotl: OpenedList;
  /** The lists whose signers vouch for each other, from the LOTL to the pivot whose signer the journal has. */
  readonly path: readonly PathStep[];
  /** A different address that also serves this list, and is its address from then onwards (step 15). */
  readonly newLocation?: string;
  /**
   * A newer publication, with its certificates if a pivot has them. Step 17: it is reported, and used only if the
   * source allows it.
   */
  readonly newJournal?: { readonly journal: string; readonly signers: readonly string[] };
}

export interface PathStep {
  readonly location: string;
  readonly sequenceNumber: number;
  readonly signer: string;
}

export type LotlStep = { readonly needs: readonly string[] } | { readonly authenticated: AuthenticatedLotl };

const MOST_PIVOTS = 32;

/**
 * One step: what to fetch next, or the result.
 * @param now milliseconds
 * @throws LotlError
 */
export function lotlStep(configuration: LotlConfiguration, documents: OpenedDocuments, now: number): LotlStep {
  const { location, journal } = configuration;
  if (!documents.has(location)) return { needs: [location] };
  const lotl = openedAt(location, documents, 'LOTL_SIGNATURE_VERIFICATION_FAILED');
  const { informationUris } = lotl.list;
  const end = informationUris.indexOf(journal);
  if (end === -1) throw new LotlError('OJEU_LOCATION_INPUT_NOT_MATCHING_OJEU_LOCATION_IN_LOTL');
  const pivots = pivotsAmong(informationUris.slice(0, end), location);
  const newLocation = otherLocation(lotl.list, location);
  const needs = [...pivots, ...(newLocation ?? [])].filter((one) => !documents.has(one));
  if (needs.length > 0) return { needs: [...new Set(needs)] };
  if (newLocation !== undefined) checkSameFile(lotl, newLocation, documents);
  const path = followPivots({ location, opened: lotl }, pivots, documents);
  const last = path.at(-1)?.signer;
  if (last === undefined || !configuration.signers.includes(last)) {
    throw new LotlError(`PIVOT_${pivots.length}_LOTLSO_SIGNER_CERT_NOT_AUTHENTICATED_BY_OJEU`);
  }
  // Step 13. A closed list has no next update, and nothing in it is valid.
  if (lotl.list.nextUpdate === undefined || lotl.list.nextUpdate <= now) throw new LotlError('LOTL_NEXTUPDATE_PASSED');
  return {
    authenticated: {
      lotl,
      path,
      ...(newLocation === undefined ? {} : { newLocation: newLocation[0] }),
      ...newerJournal(lotl.list, configuration, documents),
    },
  };
}

/** Certificates that may sign the list, according to the list. */
export function announcedSigners({ pointers }: XmlList): readonly string[] {
  return [...new Set(selfPointers(pointers).flatMap(({ certificates }) => certificates))];
}

function selfPointers(pointers: readonly ListPointer[]): readonly ListPointer[] {
  return pointers.filter(
    ({ territory, mimeType, listType }) =>
      territory === 'EU' && mimeType === XML_LIST_MIME_TYPE && listType === LIST_TYPES['list of lists'],
  );
}

function openedAt(location: string, documents: OpenedDocuments, problem: LotlProblem): OpenedList {
  const found = documents.get(location);
  if (found === undefined || found instanceof Error) throw new LotlError(problem, found);
  if (found.list.type !== 'list of lists' || found.list.territory !== 'EU') throw new LotlError(problem);
  return found;
}

/** Step 04: newest first. Publications of other journals among them do not end in .xml. */
function pivotsAmong(uris: readonly string[], location: string): readonly string[] {
  const pivots = uris.filter((uri) => uri.endsWith('.xml'));
  if (pivots.length > MOST_PIVOTS) throw new LotlError('TOO_MANY_PIVOTS');
  const elsewhere = pivots.findIndex((pivot) => originOf(pivot) !== originOf(location));
  if (elsewhere !== -1) throw new LotlError(`PIVOT_${elsewhere + 1}_ELSEWHERE`);
  return pivots;
}

function originOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).origin : undefined;
}

/** Step 05: the address at which the list points to itself, if it is a different one. */
function otherLocation({ pointers }: XmlList, location: string): readonly [string] | undefined {
  const [pointer] = selfPointers(pointers);
  if (pointer === undefined || !URL.canParse(pointer.location, location)) return undefined;
  const { href } = new URL(pointer.location, location);
  return href === new URL(location).href ? undefined : [href];
}

function checkSameFile(lotl: OpenedList, [location]: readonly [string], documents: OpenedDocuments): void {
  const found = documents.get(location);
  if (found === undefined || found instanceof Error || found.sha256 !== lotl.sha256) {
    throw new LotlError('LOTL_FILE_CONFLICT', found instanceof Error ? found : undefined);
  }
}

interface Located {
  readonly location: string;
  readonly opened: OpenedList;
}

function stepOf({ location, opened: { list, signer } }: Located): PathStep {
  return { location, sequenceNumber: list.sequenceNumber, signer };
}

/** Steps 10 and 11: each pivot vouches for the signer before it, and for its own. The standard stops at a pivot that can't be opened. */
function followPivots(lotl: Located, pivots: readonly string[], documents: OpenedDocuments): readonly PathStep[] {
  if (pivots.length === 0 && !announcedSigners(lotl.opened.list).includes(lotl.opened.signer)) {
    throw new LotlError('LOTL_SIGNER_CERT_NOT_AUTHENTICATED_BY_LOTL');
  }
  const path = [stepOf(lotl)];
  let previous = lotl.opened.signer;
  for (const [index, location] of pivots.entries()) {
    const i = index + 1;
    const opened = openedAt(location, documents, `PIVOT_${i}_SIGNATURE_VERIFICATION_FAILED`);
    const set = announcedSigners(opened.list);
    if (!set.includes(previous)) throw new LotlError(`PIVOT_${index}_SIGNER_CERT_NOT_AUTHENTICATED_BY_PIVOT_${i}`);
    if (!set.includes(opened.signer)) throw new LotlError(`PIVOT_${i}_SIGNER_CERT_NOT_AUTHENTICATED_BY_PIVOT_${i}`);
    previous = opened.signer;
    path.push(stepOf({ location, opened }));
  }
  return path;
}

/**
 * Step 17: the first address that isn't a pivot is the newest publication, and the pivot after it has its certificates.
 */
function newerJournal(
  { informationUris }: XmlList,
  { journal }: LotlConfiguration,
  documents: OpenedDocuments,
): Pick<AuthenticatedLotl, 'newJournal'> {
  const position = informationUris.findIndex((uri) => !uri.endsWith('.xml'));
  const newest = informationUris[position];
  if (newest === undefined || newest === journal) return {};
  const pivot = documents.get(informationUris[position + 1] ?? '');
  const signers = pivot === undefined || pivot instanceof Error ? [] : announcedSigners(pivot.list);
  return { newJournal: { journal: newest, signers } };
}
