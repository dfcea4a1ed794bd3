/** Verifies a VP Token (OpenID4VP 1.0, 8.6): all presentations are valid, or the response is refused. */
import { checkTable, type Reporting } from '@countersign/shared/http/check-table';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { DcqlQuery } from '../query/dcql-query.ts';
import { aboutCredential } from '../session/presentation-error.ts';
import type { UsedCode } from '../transaction/authentication-code.ts';
import {
  type AskedTransactions,
  type Confirmation,
  type ConfirmedTransactions,
  checkStrongAuthentication,
  checkTransactionData,
} from '../transaction/confirmation.ts';
import { checkVpToken, type PresentationsOfQuery } from './authorization-response.ts';
import type { CredentialSigner } from './credential-signer.ts';
import type { FollowedChain } from './issuer-trust.ts';
import { readPresentation, verifyPresentation } from './presentation.ts';
import type { PresentationContext, RawPresentation, VerifiedPresentation } from './presentation-context.ts';
import type { StatusReference } from './status-reference.ts';

export interface VerifyResponseOptions extends PresentationContext, AskedTransactions {
  /** Of `readVpToken`. */
  readonly presented: readonly PresentationsOfQuery[];
}

export interface VerifiedResponse {
  /** One per presentation, as the webhook and the session contain it. */
  readonly credentials: readonly PresentedCredential[];
  /** To be checked before the response is accepted. */
  readonly statuses: readonly PresentedStatus[];
  /** The signers' paths, if requested. */
  readonly chains: readonly PresentedChain[];
  /** Authentication codes, to be marked as used before the response is accepted. */
  readonly codes: readonly UsedCode[];
}

export interface PresentedChain extends FollowedChain {
  /** Id of the credential query. */
  readonly credential: string;
}

export type PresentedStatus = StatusReference & {
  /** Index in `credentials`. */
  readonly of: number;
};

export interface PresentedCredential {
  /** Id of the credential query. */
  readonly id: string;
  readonly values: JsonObject;
  /** Absent if the profile of the request keeps only the answer. */
  readonly signer?: CredentialSigner;
  /** Set if nothing binds `iss` to the signer: the backend decides by `signer`. */
  readonly issuerBound?: false;
  /** Set if the status list is unreachable and the configuration accepts that. */
  readonly statusUnknown?: true;
  /** The transaction data that its proof confirms; absent if there is none. */
  readonly confirmed?: ConfirmedTransactions;
  /** The presentation as sent, if the request asks for it as evidence. */
  readonly raw?: RawPresentation;
}

interface Token extends Reporting {
  readonly vpToken: JsonObject;
  readonly query: DcqlQuery;
}

interface Confirmed extends Reporting {
  readonly asked: AskedTransactions;
  readonly confirmations: readonly Confirmation[];
}

interface Entries extends Confirmed {
  /** The confirmed entries of each presentation. */
  readonly entries: ReturnType<typeof checkTransactionData>;
}

const check = {
  checkVpToken: ({ vpToken, query }: Token) => ({ presented: checkVpToken(vpToken, query) }),
  checkTransactionData: ({ asked, confirmations }: Confirmed) => ({
    entries: checkTransactionData(asked, confirmations),
  }),
  checkStrongAuthentication: ({ asked, confirmations, entries }: Entries) => ({
    confirmed: checkStrongAuthentication(asked, confirmations, entries),
  }),
};

/**
 * The checks of a VP Token as a whole: its structure (`token`), what its verified presentations confirm (`verified`),
 * and how, if they confirm something (`confirmed`).
 */
const vpTokenChecks = checkTable<{
  readonly token: Token;
  readonly verified: Confirmed;
  readonly confirmed: Entries;
}>()
  .row(check.checkVpToken, 'token')
  .row(check.checkTransactionData, 'verified')
  .row(check.checkStrongAuthentication, 'confirmed');

/**
 * Checks the structure of a VP Token; its presentations are not parsed.
 * @throws PresentationError
 */
export function readVpToken(token: Token): readonly PresentationsOfQuery[] {
  return vpTokenChecks.runNow('token', token).presented;
}

/**
 * Verifies all presentations of a response: all comparisons first, then signatures.
 * The caller then checks the statuses and accepts the response by compare-and-set.
 * @throws PresentationError
 */
export function verifyResponse(options: VerifyResponseOptions): VerifiedResponse {
  const { presented, transactionData, responseMode, transactionBinding, ...context } = options;
  const read = presented.flatMap(({ query, presentations }) =>
    presentations.map((presentation) =>
      aboutCredential(query.id, () => readPresentation(presentation, query, context)),
    ),
  );
  const verified = read.map((one) => aboutCredential(one.query.id, () => verifyPresentation(one, context)));
  const confirmations = verified.map(({ queryId, keyBinding, deviceSigned }) => ({
    queryId,
    keyBinding,
    deviceSigned,
  }));
  const { reports } = context;
  const asked = { transactionData, responseMode, ...(transactionBinding === undefined ? {} : { transactionBinding }) };
  const { entries } = vpTokenChecks.runNow('verified', { asked, confirmations, reports });
  const confirmed =
    transactionData.length === 0
      ? []
      : vpTokenChecks.runNow('confirmed', { asked, confirmations, entries, reports }).confirmed;
  const chains: PresentedChain[] = [];
  for (const { chain, queryId } of verified) if (chain !== undefined) chains.push({ ...chain, credential: queryId });
  return {
    credentials: verified.map(({ queryId, values, signer, issuerBound }, index) => ({
      id: queryId,
      values,
      signer,
      ...(issuerBound === undefined ? {} : { issuerBound }),
      ...(confirmed[index] === undefined ? {} : { confirmed: confirmed[index] }),
    })),
    statuses: verified.flatMap(({ statuses, queryId }, of) =>
      statuses.map((status) => ({ ...status, of, credential: queryId })),
    ),
    chains,
    codes: codesOf(verified, confirmed),
  };
}

function codesOf(
  verified: readonly VerifiedPresentation[],
  confirmed: readonly (ConfirmedTransactions | undefined)[],
): readonly UsedCode[] {
  return confirmed.flatMap((one, index) => {
    const by = verified[index];
    if (one?.authentication === undefined || by === undefined) return [];
    const { queryId: credential, signer, expiresAt } = by;
    const { jti } = one.authentication;
    return [{ credential, jti, issuer: signer.subject, ...(expiresAt === undefined ? {} : { expiresAt }) }];
  });
}

/** The credentials; `statusUnknown` marks those whose status list is unreachable. */
export function markUnknown(
  credentials: readonly PresentedCredential[],
  unknown: readonly PresentedStatus[],
): readonly PresentedCredential[] {
  const marked = new Set(unknown.map(({ of }) => of));
  return credentials.map((credential, index) =>
    marked.has(index) ? { ...credential, statusUnknown: true } : credential,
  );
}
