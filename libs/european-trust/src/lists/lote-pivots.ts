/**
 * Follows changes of a list's signer through its older instances, like the European list of trusted lists (ETSI TS 119
 * 615, 4.1.4, by analogy, because ETSI TS 119 602 has no pivots). The list refers to them before the publication with
 * its signers, and each vouches for the previous one's signer. Pure.
 */
import { X509Certificate } from 'node:crypto';
import { certificateFacts } from '@countersign/shared/crypto/x509';
import { isSelf, readDocument } from './check-list.ts';
import { refusedList } from './list-error.ts';
import { checkType, pointersOf } from './list-scheme.ts';
import type { ListSettings, ListSource } from './list-source.ts';
import { readSignedList } from './signed-list.ts';
import type { ListSigner } from './trust-list.ts';

/** A list or a pivot, verified with its own signer's key. The signer is looked up afterwards. */
export interface OpenedLote {
  /** DER, in base64. */
  readonly signer: string;
  /** Certificates that may sign the list, according to the list: DER, in base64. */
  readonly announced: readonly string[];
  readonly informationUris: readonly string[];
  readonly sequenceNumber: number;
}

export interface LocatedLote {
  readonly url: string;
  readonly opened: OpenedLote;
}

const MOST_PIVOTS = 32;

/** @throws ListError */
export function openLote(bytes: Buffer, source: ListSource, settings: ListSettings): OpenedLote {
  const signed = readSignedList(bytes, settings);
  const [leaf] = signed.chain;
  signed.checkSignature(leaf.publicKey);
  const scheme = readDocument(signed.read()).LoTE.ListAndSchemeInformation;
  checkType(scheme, source);
  const pointers = pointersOf(scheme.PointersToOtherLoTE ?? []);
  return {
    signer: leaf.raw.toString('base64'),
    announced: pointers.filter((one) => isSelf(one.location, source, one.type)).flatMap(({ signers }) => signers),
    informationUris: (scheme.SchemeInformationURI ?? []).map(({ uriValue }) => uriValue),
    sequenceNumber: scheme.LoTESequenceNumber,
  };
}

/** Older instances of the list, newest first: files on its own host, before the publication. @throws ListError */
export function pivotsOf({ informationUris }: OpenedLote, { url, journal }: ListSource): readonly string[] {
  const end = informationUris.indexOf(journal ?? '');
  if (end === -1) throw refused("The list does not contain the source's publication");
  const { origin } = new URL(url);
  const pivots = informationUris.slice(0, end).filter((uri) => isFileOf(uri, origin));
  if (pivots.length > MOST_PIVOTS) throw refused('The list has too many pivots');
  return pivots;
}

function isFileOf(uri: string, origin: string): boolean {
  return URL.canParse(uri) && new URL(uri).origin === origin && /\.(json|jwt|jws)$/.test(new URL(uri).pathname);
}

/** Follows the signers from the list to a configured one. @throws ListError */
export function signerByPivots(
  list: LocatedLote,
  pivots: readonly LocatedLote[],
  { signers }: Pick<ListSource, 'signers'>,
): ListSigner {
  let { signer: previous } = list.opened;
  for (const { url, opened } of pivots) {
    if (!opened.announced.includes(previous))
      throw refused(`The pivot does not vouch for the signer before it: ${url}`);
    if (!opened.announced.includes(opened.signer)) throw refused(`The pivot does not vouch for its own signer: ${url}`);
    previous = opened.signer;
  }
  if (!signers.includes(previous)) throw refused("The source does not contain the last pivot's signer");
  const path = [list, ...pivots].map(({ url, opened: { sequenceNumber, signer } }) => {
    return { url, sequenceNumber, sha256: factsOf(signer).sha256 };
  });
  const { subject, sha256 } = factsOf(list.opened.signer);
  return { subject, sha256, by: 'pivots', path };
}

function factsOf(der: string) {
  return certificateFacts(new X509Certificate(Buffer.from(der, 'base64')));
}

function refused(detail: string): Error {
  return refusedList('trust_list_signer', ['', detail]);
}
