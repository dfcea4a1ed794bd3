/** The redirect URI in a webhook's response to a verified presentation. The verifier decides whether it is allowed. */
import { isObject, type Json, own, parseJson } from '@countersign/shared/kernel/json';
import type { DeliveryDocument } from '@countersign/shared/model/delivery/deliveries';
import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import { chosenByWebhook, redirectContext } from '@countersign/shared/model/session/way-back';
import type { DispatcherPlatform } from '../sending/dispatcher-platform.ts';
import type { AttemptResult } from '../sending/outcome.ts';

const MAX_LENGTH = 2048;

/** @returns encrypted; undefined if the session does not wait for one, or the response has none */
export async function redirectIn(
  { vaults }: Pick<DispatcherPlatform, 'vaults'>,
  session: SessionDocument,
  { type, data }: Pick<DeliveryDocument, 'type' | 'data'>,
  result: AttemptResult,
): Promise<string | undefined> {
  if (type !== 'presentation.verified' || chosenByWebhook(session) === undefined) return undefined;
  // The issuance was restarted with another presentation.
  if (data.request !== session.presentation?.requestHash) return undefined;
  const uri = 'body' in result && result.body !== undefined ? redirectUriIn(result.body) : undefined;
  if (uri === undefined) return undefined;
  return (await vaults.of(session.tenant)).seal(uri, redirectContext(session.id));
}

/** Pure: the member `redirectUri` of a JSON object, if it is a text of a possible length. */
export function redirectUriIn(body: Buffer): string | undefined {
  let answer: Json;
  try {
    answer = parseJson(body.toString('utf8'));
  } catch {
    // Most receivers respond with an empty body or a text.
    return undefined;
  }
  const uri = isObject(answer) ? own(answer, 'redirectUri') : undefined;
  return typeof uri === 'string' && uri.length > 0 && uri.length <= MAX_LENGTH ? uri : undefined;
}
