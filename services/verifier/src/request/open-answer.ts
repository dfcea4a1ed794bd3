/** Reads a response with its request's key, down to its presentations. */

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

/** The request that a response belongs to, opened, with the keys to decrypt the response. */
export interface OpenedRequest extends Reporting {
  readonly session: PresentationSession;
  readonly presentationRequest: SealedRequest;
  readonly vault: Vault;
}

export interface ReadAnswer {
  readonly clear: ClearResponse;
  /** Whether it came encrypted. */
  readonly encrypted: boolean;
  /** Overrides the request's: what device signatures of mdocs cover, according to the response's protocol. */
  readonly sessionTranscripts?: ProofContext['sessionTranscripts'];
}

/** @throws PresentationError if the response does not belong to the request, or has the wrong form */
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

/** The checks that open an encrypted or unencrypted response, in order. */
const openingChecks = checkTable<{
  readonly clear: Answered<ClearResponse>;
  readonly encrypted: Answered<EncryptedResponse>;
}>()
  .row(check.checkResponseMode, 'clear', 'encrypted')
  .row(check.decrypted, 'encrypted');

/** An OpenID4VP response, unencrypted or as a JWE (8.3). */
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
  // Neither has a `state`. The response of an interaction is identified by the `auth_session`, a page's response by the
  // session id.
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

/** The refusal of a `kid` that doesn't identify a key for this response. */
export function unknownKey(detail: string): PresentationError {
  return new PresentationError('unknown_key', { facts: { detail } });
}
