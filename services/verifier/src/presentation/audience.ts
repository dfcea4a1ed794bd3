/** The audience of a Key Binding JWT (RFC 9901, 4.3; OpenID4VP 1.0, 14.10). */
import type { Json } from '@countersign/shared/kernel/json';
import { receivedUrl } from '@countersign/shared/kernel/reasons/received';
import { PresentationError } from '../session/presentation-error.ts';

export interface ExpectedAudience {
  /** The full client identifier with its prefix. */
  readonly clientId: string;
  /** Replaces `clientId`: the audiences of interactive authorization. */
  readonly audiences?: readonly string[];
}

/**
 * Checks that a proof's audience is this verifier: one string, not a list.
 * @throws PresentationError `kb_aud`; `response_legacy` for the client id without its prefix, as in older drafts
 */
export function checkAudience(aud: Json | undefined, { clientId, audiences }: ExpectedAudience): void {
  const accepted = audiences ?? [clientId];
  if (accepted.some((audience) => audience === aud)) return;
  const { received } = receivedUrl(aud, clientId);
  const difference = differenceIn(aud, accepted, clientId);
  const facts = {
    claim: 'aud',
    ...(received === undefined ? {} : { received }),
    ...(difference === undefined ? {} : { difference }),
  };
  if (audiences !== undefined) throw new PresentationError('kb_aud', { facts: { ...facts, expectedAny: audiences } });
  const reason = aud === withoutPrefix(clientId) ? 'response_legacy' : 'kb_aud';
  throw new PresentationError(reason, { facts: { ...facts, expected: clientId } });
}

function differenceIn(aud: Json | undefined, accepted: readonly string[], clientId: string): string | undefined {
  if (aud === undefined) return 'it is missing';
  if (Array.isArray(aud)) return 'a list instead of one string';
  if (typeof aud !== 'string') return 'no text';
  if (aud === withoutPrefix(clientId)) return "the client id's prefix is missing";
  if (accepted.some((audience) => aud === withoutPrefix(audience))) return 'the prefix is missing';
  if (aud === clientId) return "the client id instead of the endpoint's origin";
  const samePrefix = accepted.some((audience) => aud.startsWith(prefixOf(audience)));
  return samePrefix ? 'another verifier behind the same prefix' : undefined;
}

/** OpenID4VP 1.0, 5.9: the prefix is the part before the first colon. */
function withoutPrefix(clientId: string): string {
  return clientId.slice(prefixOf(clientId).length);
}

function prefixOf(clientId: string): string {
  return clientId.slice(0, clientId.indexOf(':') + 1);
}
