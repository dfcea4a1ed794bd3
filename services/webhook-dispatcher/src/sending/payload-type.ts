/** The `type` of the payload of a webhook, by the event that it reports. */
import { type EventType, eventDefinitions } from '@countersign/shared/bus/catalogue';
import type { PresentationPart } from '@countersign/shared/model/session/presentation-part';

/** `type` of the payload that asks for the claims of an issuance after its presentation. */
export const CLAIMS_REQUESTED = 'claims.requested';

/**
 * Whether what was presented is part of the payload.
 * @param presentation that of the session; a response code may release what was presented, after it was verified
 */
export function carriesPresentation(type: string, presentation?: Pick<PresentationPart, 'release'>): boolean {
  if (type === 'presentation.verified') return presentation?.release === undefined;
  return type === 'presentation.released' || type === CLAIMS_REQUESTED;
}

/** `type` of the payload of an event type: without its version. */
export function payloadType(type: EventType): string {
  return type.replace(/\.v\d+$/, '');
}

/** The event type that leads to a payload of this type. @throws Error where none does */
export function eventTypeOf(type: string): EventType {
  const found = (Object.keys(eventDefinitions) as EventType[]).find((name) => payloadType(name) === type);
  if (found === undefined) throw new Error(`No event leads to ${type}`);
  return found;
}
