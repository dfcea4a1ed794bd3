/**
 * Which DCQL queries a request with protocol `org-iso-mdoc` can express: one mdoc, without what ISO/IEC 18013-5 doesn't
 * know. Pure.
 */
import type { CredentialQuery, MdocQuery } from './dcql-credential.ts';
import type { DcqlQuery } from './dcql-query.ts';
import type { AskedMdoc } from './iso-mdoc-request.ts';

/** Why a query cannot be requested in this way. */
export type IsoMdocGap =
  /** No single mdoc satisfies the query. */
  | 'no_single_mdoc'
  /** Without claims the request would ask for nothing, because an ISO request lists elements. */
  | 'no_claims'
  | 'claim_sets'
  | 'values'
  | 'multiple'
  | 'trusted_authorities'
  | 'transaction_data';

export type IsoMdocCoverage =
  | { readonly covered: true; readonly queryId: string; readonly asked: AskedMdoc }
  | { readonly covered: false; readonly gap: IsoMdocGap };

/**
 * The mdoc that alone satisfies a query, as an ISO request asks for it. What ISO can't express is not left out.
 * Otherwise the wallet would disclose more than the query requests, or something that is then refused.
 * @param transactionData of the request; an ISO proof does not cover it
 */
export function isoMdocCoverage(query: DcqlQuery, transactionData: readonly string[]): IsoMdocCoverage {
  if (transactionData.length > 0) return { covered: false, gap: 'transaction_data' };
  const gaps: IsoMdocGap[] = [];
  for (const one of sufficient(query)) {
    const gap = gapOf(one);
    if (gap === undefined) return { covered: true, queryId: one.id, asked: askedOf(one) };
    gaps.push(gap);
  }
  return { covered: false, gap: gaps[0] ?? 'no_single_mdoc' };
}

/** The mdocs that each satisfy the query without another credential, in order of preference. */
function sufficient({ credentials, credentialSets }: DcqlQuery): readonly MdocQuery[] {
  if (credentialSets === undefined) return credentials.length === 1 ? credentials.filter(isMdoc) : [];
  const required = credentialSets.filter((set) => set.required);
  const [first] = required;
  // OpenID4VP 1.0, 6.4.2: each required set needs one of its options
  const alone = (id: string): boolean =>
    required.every(({ options }) => options.some((option) => option.length === 1 && option[0] === id));
  const ids = (first?.options ?? []).flatMap((option) => (option.length === 1 ? option : []));
  return ids.filter(alone).flatMap((id) => credentials.filter((one) => one.id === id).filter(isMdoc));
}

function isMdoc(query: CredentialQuery): query is MdocQuery {
  return query.format === 'mso_mdoc';
}

function gapOf({ claims, claimSets, multiple, authorityKeyIds, authorityLists }: MdocQuery): IsoMdocGap | undefined {
  if (claims === undefined) return 'no_claims';
  if (claimSets !== undefined) return 'claim_sets';
  if (claims.some(({ values }) => values !== undefined)) return 'values';
  if (multiple) return 'multiple';
  return authorityKeyIds === undefined && authorityLists === undefined ? undefined : 'trusted_authorities';
}

/** ISO requires a statement for each element. If the query has none, there is no intent to retain. */
function askedOf({ doctype, claims = [] }: MdocQuery): AskedMdoc {
  const nameSpaces = new Map<string, Map<string, boolean>>();
  for (const { path, intentToRetain = false } of claims) {
    const [namespace, element] = path.map(String);
    if (namespace === undefined || element === undefined) continue;
    const elements = nameSpaces.get(namespace) ?? new Map<string, boolean>();
    nameSpaces.set(namespace, elements.set(element, intentToRetain));
  }
  return { docType: doctype, nameSpaces };
}
