/** The `type` in a webhook's payload, by the event that it reports. */
import { type EventType, eventDefinitions } from '@countersign/shared/bus/catalogue';
import type { PresentationPart } from '@countersign/shared/model/session/presentation-part';

/** `type` in the payload that requests the claims of an issuance after its presentation. */
export const CLAIMS_REQUESTED = 'claims.requested';

/** `type` in the payload that requests claims from an attribute provider. */
export const ATTRIBUTES_REQUESTED = 'attributes.requested';

/**
 * Whether the payload contains the presented claims.
 * @param presentation the session's; a response code may release the presented claims, after it was verified
 */
export function carriesPresentation(type: string, presentation?: Pick<PresentationPart, 'release'>): boolean {
  if (type === 'presentation.verified') return presentation?.release === undefined;
  return type === 'presentation.released' || type === CLAIMS_REQUESTED;
}

/** `type` in an event type's payload: without its version. */
export function payloadType(type: EventType): string {
  return type.replace(/\.v\d+$/, '');
}

/** The event type whose payload has this type. @throws Error if there is no such event type */
export function eventTypeOf(type: string): EventType {
  const found = (Object.keys(eventDefinitions) as EventType[]).find((name) => payloadType(name) === type);
  if (found === undefined) throw new Error(`No event causes ${type}`);
  return found;
}
