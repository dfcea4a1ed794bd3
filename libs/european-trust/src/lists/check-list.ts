/**
 * The checks of a list in JSON, in order. The first one to fail decides the reason. Only the header is read before the
 * signature is checked.
 */
import { checkTable, type Reporting } from '@countersign/shared/http/check-table';
import { compileSchema } from '@countersign/shared/http/validate';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { FetchedList } from './fetched-list.ts';
import { nameOf, type ReadEntries, readEntries } from './list-entries.ts';
import { ListError } from './list-error.ts';
import { checkType, datesOf, type ListDates, pointersOf, schemeFindings } from './list-scheme.ts';
import { checkSigner, signerFindings, signerNameFindings } from './list-signer.ts';
import type { ListSettings, ListSource } from './list-source.ts';
import type { ListWarning } from './list-warnings.ts';
import { type LoteDocument, type LoteScheme, loteSchema } from './lote-schema.ts';
import { NATIONAL_LIST, readNationalList } from './national-list.ts';
import { readSignedList, type SignedList } from './signed-list.ts';
import type { ListSigner, TrustList } from './trust-list.ts';

interface Signed extends FetchedList {
  readonly signed: SignedList;
}

interface Read extends FetchedList {
  readonly document: LoteDocument;
}

const validate = compileSchema(loteSchema);

/** Maximum number of warnings to keep: a list may break one rule in each of its entries. */
const MAX_WARNINGS = 100;

const check = {
  readSignature: ({ bytes, settings }: FetchedList) => ({ signed: readSignedList(bytes, settings) }),
  checkSigner: ({ signed, source, successors, settings, now }: Signed) => ({
    signer: checkSigner(signed.chain, {
      pins: source.signers,
      successors: settings.acceptSelfPointer === 'on' ? successors : [],
      now,
    }),
  }),
  checkSignature: ({ signed }: Signed) => signed.checkSignature(signed.chain[0].publicKey),
  readDocument: ({ signed }: Signed) => ({ document: readDocument(signed.read()) }),
  checkType: ({ document, source }: Read) => checkType(schemeOf(document), source),
  checkSignerName: ({ document, signed, settings }: Read & Signed) => ({
    nameFindings: checkSignerName(signed, schemeOf(document), settings),
  }),
  checkDates: ({ document, source, now }: Read) => ({ dates: datesOf(schemeOf(document), source.profile, now) }),
  readEntries: ({ document, source }: Read) => ({
    services: readEntries(document.LoTE.TrustedEntitiesList ?? [], source.profile),
  }),
};

/** ETSI TS 119 602, 6.3 to 6.8, and annexes D to I. */
export const listChecks = checkTable<{ fetched: FetchedList & Reporting }>()
  .row(check.readSignature, 'fetched')
  .row(check.checkSigner, 'fetched')
  .row(check.checkSignature, 'fetched')
  .row(check.readDocument, 'fetched')
  .row(check.checkType, 'fetched')
  .row(check.checkSignerName, 'fetched')
  .row(check.checkDates, 'fetched')
  .row(check.readEntries, 'fetched');

/** Reads a list that was fetched, in JSON or XML. Its place after earlier ones is not judged here. @throws ListError */
export function readList(fetched: FetchedList): TrustList {
  if (fetched.source.profile.type === NATIONAL_LIST.type) return readNationalList(fetched);
  return trustListOf(listChecks.runNow('fetched', { ...fetched, reports: { checks: [] } }));
}

interface Checked extends Read, Signed {
  readonly signer: ListSigner;
  readonly dates: ListDates;
  readonly services: ReadEntries;
  readonly nameFindings: readonly ListWarning[];
}

function trustListOf({ source, document, dates, signer, signed, services, nameFindings }: Checked): TrustList {
  const scheme = schemeOf(document);
  const pointers = pointersOf(scheme.PointersToOtherLoTE ?? []);
  const found = [
    ...signerFindings(signed.chain),
    ...nameFindings,
    ...schemeFindings(scheme, source.profile),
    ...services.warnings,
  ];
  return {
    source: source.id,
    form: 'lote',
    type: source.profile.type,
    territory: scheme.SchemeTerritory ?? '',
    operator: nameOf(scheme.SchemeOperatorName),
    content: signed.content,
    sequenceNumber: scheme.LoTESequenceNumber,
    ...dates,
    signer,
    successors: pointers.filter((one) => isSelf(one.location, source, one.type)).flatMap(({ signers }) => signers),
    pointers,
    entries: services.entries,
    warnings: found.slice(0, MAX_WARNINGS),
    skipped: services.skipped,
  };
}

/** The list's pointer to itself identifies the signers of the next issue. */
export function isSelf(location: string, { url, profile }: ListSource, type: string): boolean {
  return location === url && type === profile.type;
}

function schemeOf(document: LoteDocument): LoteScheme {
  return document.LoTE.ListAndSchemeInformation;
}

export function readDocument(value: JsonObject): LoteDocument {
  const findings = validate(value).map(({ pointer, detail }) => ({ pointer, detail: `The member ${detail}` }));
  if (findings.length > 0) throw new ListError('trust_list_malformed', findings);
  // The schema guarantees it.
  return value as unknown as LoteDocument;
}

function checkSignerName(
  { chain }: SignedList,
  { SchemeTerritory = '', SchemeOperatorName }: LoteScheme,
  { strictSignerName }: ListSettings,
): readonly ListWarning[] {
  const operators = SchemeOperatorName.map(({ value }) => value);
  const findings = signerNameFindings(chain, SchemeTerritory, operators);
  if (strictSignerName === 'refuse' && findings.length > 0) throw new ListError('trust_list_signer', findings);
  return findings;
}
