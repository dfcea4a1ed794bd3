/**
 * The European list of trusted lists as a source. It contains no provider, only where national lists are and who signs
 * them. Pure.
 */
import { X509Certificate } from 'node:crypto';
import { certificateFacts } from '@countersign/shared/crypto/x509';
import type { AuthenticatedLotl } from '../xml-lists/lotl.ts';
import type { LotlError, LotlProblem } from '../xml-lists/lotl-error.ts';
import { LIST_TYPES } from '../xml-lists/names.ts';
import { XmlListError } from '../xml-lists/xml-list-error.ts';
import { type ListError, refusedList } from './list-error.ts';
import type { ListProfile } from './list-profiles.ts';
import type { ListReason } from './list-reasons.ts';
import type { ListSource } from './list-source.ts';
import { type ListWarning, listWarning } from './list-warnings.ts';
import { REASONS, xmlPointers } from './national-list.ts';
import type { TrustList } from './trust-list.ts';

/** It contains no services, only pointers to lists that do. */
export const LIST_OF_LISTS: ListProfile = { type: LIST_TYPES['list of lists'], services: new Map() };

/** The authenticated list, verified from its signer back to the source's certificates. */
export function listOfLists(source: ListSource, authenticated: AuthenticatedLotl): TrustList {
  const { lotl, path } = authenticated;
  const { list } = lotl;
  const steps = path.map(({ location: url, sequenceNumber, signer }) => {
    return { url, sequenceNumber, sha256: certificateFacts(certificateOf(signer)).sha256 };
  });
  return {
    source: source.id,
    form: 'xml',
    type: source.profile.type,
    territory: list.territory,
    operator: list.operator,
    sequenceNumber: list.sequenceNumber,
    content: lotl.content,
    issuedAt: list.issuedAt,
    nextUpdate: list.nextUpdate ?? null,
    signer: {
      ...certificateFacts(certificateOf(lotl.signer)),
      by: steps.length === 1 ? 'pin' : 'pivots',
      ...(steps.length === 1 ? {} : { path: steps }),
    },
    // The pivots tell who may sign the next list.
    successors: [],
    ...(authenticated.newJournal === undefined ? {} : { newJournal: authenticated.newJournal }),
    pointers: xmlPointers(list),
    entries: [],
    warnings: [...lotl.warnings.map((one) => listWarning(one, '')), ...changesToTakeOver(authenticated)],
    skipped: 0,
  };
}

/** ETSI TS 119 615, 4.1.4, steps 15 and 17: the operator must adopt changes. */
function changesToTakeOver({ newLocation, newJournal }: AuthenticatedLotl): readonly ListWarning[] {
  return [
    ...(newLocation === undefined ? [] : [listWarning('new_address', '', newLocation)]),
    ...(newJournal === undefined ? [] : [listWarning('new_publication', '', newJournal.journal)]),
  ];
}

const OF_PROBLEMS: readonly (readonly [RegExp, ListReason])[] = [
  [/SIGNATURE_VERIFICATION_FAILED$/, 'trust_list_signature'],
  [/NOT_AUTHENTICATED|NOT_MATCHING/, 'trust_list_signer'],
  [/^LOTL_NEXTUPDATE_PASSED$/, 'trust_list_dates'],
];

/** The error contains the standard's code. */
export function refusedWalk({ problem, message, cause }: LotlError): ListError {
  const ofXml = cause instanceof XmlListError ? cause : undefined;
  const detail = ofXml === undefined ? message : `${message}. ${ofXml.message}`;
  const reason = ofXml === undefined ? reasonOf(problem) : (REASONS[ofXml.problem] ?? 'trust_list_malformed');
  return refusedList(reason, ['', detail], { cause });
}

function reasonOf(problem: LotlProblem): ListReason {
  return OF_PROBLEMS.find(([pattern]) => pattern.test(problem))?.[1] ?? 'trust_list_profile';
}

function certificateOf(der: string): X509Certificate {
  return new X509Certificate(Buffer.from(der, 'base64'));
}
