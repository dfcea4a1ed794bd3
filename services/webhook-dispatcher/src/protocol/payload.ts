/** The body of a webhook. */
import { isoTime } from '@countersign/shared/kernel/clock';
import { DEFAULT_TENANT } from '@countersign/shared/kernel/identifiers';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';

export interface PayloadContents {
  readonly type: string;
  /** When it happened, milliseconds. */
  readonly at: number;
  readonly session: string;
  readonly tenant: string;
  /** Session of the offer, where this is one of its several redemptions. */
  readonly offerSession?: string;
  /** Opaque text of the backend. */
  readonly state?: string;
  /** Ids and outcomes of the event. */
  readonly data: JsonObject;
  /** What was presented; for `presentation.verified` and `claims.requested` alone. */
  readonly credentials?: Json;
}

interface Told {
  readonly name: string;
  /** Data of events are texts; here the interface has another type. */
  readonly as?: (text: Json | undefined) => Json | undefined;
}

/** Members of an event's data that a backend is told, by their names in the interface. */
const TOLD: Readonly<Record<string, Readonly<Record<string, Told>>>> = {
  'presentation.refused': {
    reason: { name: 'reason' },
    credential: { name: 'credential', as: (text) => (text === '' ? undefined : text) },
  },
  'presentation.rejected': { reason: { name: 'reason' } },
  'credential.issued': {
    configuration: { name: 'credentialConfigurationId' },
    notification: { name: 'notification_id' },
  },
  'issuance.failed': { reason: { name: 'reason' } },
  'status.changed': { configuration: { name: 'credentialConfigurationId' }, status: { name: 'status', as: Number } },
};

/** The payload; undefined members are left out when it becomes text. */
export function payloadOf({
  type,
  at,
  session,
  offerSession,
  tenant,
  state,
  data,
  credentials,
}: PayloadContents): JsonObject {
  const told = Object.entries(TOLD[type] ?? {}).map(([inner, { name, as }]) => {
    const value = data[inner];
    return [name, as === undefined ? value : as(value)] as const;
  });
  return {
    ...(credentials === undefined ? {} : { credentials }),
    session,
    ...(offerSession === undefined ? {} : { offerSession }),
    type,
    timestamp: isoTime(at),
    ...(state === undefined ? {} : { state }),
    ...(tenant === DEFAULT_TENANT ? {} : { tenantId: tenant }),
    ...Object.fromEntries(told),
  };
}
