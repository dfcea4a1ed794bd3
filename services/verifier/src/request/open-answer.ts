/** Reads an answer with the key of its request, down to its presentations. */

import { parseReference, sameHash } from '@countersign/shared/crypto/wallet-reference';
import { checkTable, type Reporting } from '@countersign/shared/http/check-table';
import type { Vault } from '@countersign/shared/keys/vault';
import {
  type AuthorizationResponse,
  type ClearResponse,
  checkResponseMode,
  checkState,
  parseResponsePayload,
} from '../presentation/authorization-response.ts';
import { decryptResponse } from '../presentation/encrypted-response.ts';
import { PresentationError } from '../session/presentation-error.ts';
import type { PresentationSession } from '../session/presentation-state.ts';
import type { ProofContext } from '../session/proof-context.ts';
import { openResponseKey } from './response-key.ts';
import type { SealedRequest } from './sealed-request.ts';

/** The request of an answer, opened, with what decrypts the answer. */
export interface OpenedRequest extends Reporting {
  readonly session: PresentationSession;
  readonly presentationRequest: SealedRequest;
  readonly vault: Vault;
}

export interface ReadAnswer {
  readonly clear: ClearResponse;
  /** Whether it came encrypted. */
  readonly encrypted: boolean;
  /** In place of those of the request: what device signatures of mdocs cover, as the protocol of the answer says. */
  readonly sessionTranscripts?: ProofContext['sessionTranscripts'];
}

/** @throws PresentationError of an answer that does not belong to the request, or has another form */
export type ReadAnswerOf = (opened: OpenedRequest) => ReadAnswer;

type EncryptedResponse = Extract<AuthorizationResponse, { kind: 'encrypted' }>;

interface Answered<Response extends AuthorizationResponse> extends OpenedRequest {
  readonly response: Response;
}

const check = {
  checkResponseMode: ({ response, presentationRequest }: Answered<AuthorizationResponse>) =>
    checkResponseMode(response.kind, presentationRequest.responseMode),
  decrypted: (known: Answered<EncryptedResponse>) => ({ opened: decrypted(known.response, known) }),
};

/** The checks that open an answer, in their order, as it came: in clear, or as a JWE. */
const openingChecks = checkTable<{
  readonly clear: Answered<ClearResponse>;
  readonly encrypted: Answered<EncryptedResponse>;
}>()
  .row(check.checkResponseMode, 'clear', 'encrypted')
  .row(check.decrypted, 'encrypted');

/** An answer of OpenID4VP, in clear or as a JWE (8.3). */
export function openid4vpAnswer(response: AuthorizationResponse): ReadAnswerOf {
  return (request) => {
    if (response.kind === 'encrypted') {
      return { clear: openingChecks.runNow('encrypted', { ...request, response }).opened, encrypted: true };
    }
    return { clear: openingChecks.runNow('clear', { ...request, response }).response, encrypted: false };
  };
}

function decrypted(
  { jwe }: EncryptedResponse,
  { session, presentationRequest: { encryptionKey, interaction, dcApi }, vault }: OpenedRequest,
): ClearResponse {
  const { sealedKey } = session.presentation;
  if (encryptionKey === undefined || sealedKey === undefined) throw unknownKey('of_no_open_request');
  const privateKey = openResponseKey(vault, session.id, sealedKey);
  const clear = parseResponsePayload(decryptResponse({ jwe, privateKey, kid: encryptionKey.kid }));
  // Neither has a `state`: the answer of an interaction comes with the `auth_session`, that of a page with the id of the session.
  if (interaction === undefined && dcApi === undefined) checkStateOf(clear, session);
  return clear;
}

/** @throws PresentationError `state` */
export function checkStateOf(
  { state }: { readonly state?: string },
  { handle, presentation }: PresentationSession,
): void {
  const { stateHash, otherDevice } = presentation;
  const other = otherDevice !== undefined && sameHash(parseReference(state)?.hash ?? '', otherDevice.stateHash);
  checkState(state, { handle, stateHash: other ? otherDevice.stateHash : stateHash });
}

/** The refusal of a `kid` that names no key by which this answer could be read. */
export function unknownKey(detail: string): PresentationError {
  return new PresentationError('unknown_key', { facts: { detail } });
}
