/** The session of a posted response. */
import { sameHash } from '@countersign/shared/crypto/wallet-reference';
import type { Bearer } from '@countersign/shared/model/session/session-change';
import type { Platform } from '@countersign/shared/runtime/service';
import { type AuthorizationResponse, wrongState } from '../presentation/authorization-response.ts';
import { checkStateOf, unknownKey } from '../request/open-answer.ts';
import { findSession } from '../session/presentation-session.ts';
import type { PresentationSession } from '../session/presentation-state.ts';

/**
 * Finds the session by its key's `kid`, otherwise by `state`. If both are present, both must match.
 * @throws PresentationError `unknown_key`, `state`
 */
export async function answeredSession(
  platform: Platform,
  asked: Bearer,
  response: AuthorizationResponse,
): Promise<PresentationSession> {
  if (response.kind !== 'encrypted') {
    const found = await findSession(platform, asked, response.state);
    if (found === undefined) throw wrongState(response.state === undefined ? 'missing' : 'another');
    checkStateOf(response, found.session);
    return found.session;
  }
  const found = await findSession(platform, asked, response.jwe.kid);
  const keyIdHash = found?.session.presentation.keyIdHash;
  if (found === undefined || keyIdHash === undefined || !sameHash(keyIdHash, found.hash)) {
    throw unknownKey('of_no_open_request');
  }
  if (response.state !== undefined) checkStateOf(response, found.session);
  return found.session;
}
