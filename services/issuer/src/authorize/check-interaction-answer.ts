import { ProtocolError } from '@countersign/shared/kernel/errors';
import { isObject, type JsonObject, parseCountedJson } from '@countersign/shared/kernel/json';
import type { InteractionDialect } from '@countersign/shared/model/session/issuance-part';
import type { Received } from '../client/received.ts';
import { text } from '../client/wallet-parameters.ts';
import { type FoundSession, findSession } from '../session/issuance-session.ts';
import { invalidSession } from './challenge-transitions.ts';

/** A request of interactive authorization. */
export interface InteractionReceived extends Received {
  /** By the endpoint. */
  readonly dialect: InteractionDialect;
}

/**
 * Parses the response to a presentation request: the session, and `openid4vp_response`, a JSON object as a string
 * (OpenID4VCI 1.1 draft, 6). The verifier checks its content.
 * @throws ProtocolError `invalid_session`, `invalid_request`
 */
export async function checkInteractionAnswer({
  platform,
  request,
  reports,
  parameters,
}: Pick<Received, 'platform' | 'request' | 'reports' | 'parameters'>): Promise<{
  readonly found: FoundSession;
  readonly response: JsonObject;
}> {
  const found = await findSession(platform, { request, reports }, parameters.auth_session);
  const sent = text(parameters, 'openid4vp_response');
  if (found === undefined) throw invalidSession({ reason: 'auth_session_unknown' });
  if (sent === undefined) {
    throw invalidSession({ reason: 'presentation_missing', facts: { parameter: 'openid4vp_response' } });
  }
  return { found, response: responseOf(sent) };
}

function responseOf(sent: string): JsonObject {
  try {
    const value = parseCountedJson(sent);
    if (isObject(value)) return value;
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
  }
  const facts = { parameter: 'openid4vp_response' };
  throw new ProtocolError('invalid_request', 'openid4vp_response is not a JSON object', {
    reason: 'interaction_response',
    facts,
  });
}
