/** The body of a webhook. */
import { issuerReasons } from '@countersign/issuer/reasons';
import { isoTime } from '@countersign/shared/kernel/clock';
import { DEFAULT_TENANT } from '@countersign/shared/kernel/identifiers';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import type { DeliveryDocument } from '@countersign/shared/model/delivery/deliveries';
import { issuanceReason, presentationReason } from '@countersign/shared/model/session/session-errors';
import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import { verifierReasons } from '@countersign/verifier/reasons';
import { carriesPresentation, payloadType } from './payload-type.ts';

/** `type` in the payloads that request claims without a presentation: of a renewal, or from an attribute provider. */
const WITHOUT_PRESENTATION: ReadonlySet<string> = new Set(
  (['claims.reissue.v1', 'attributes.requested.v1'] as const).map(payloadType),
);

export interface PayloadContents {
  readonly type: string;
  /** When it happened, milliseconds. */
  readonly at: number;
  readonly session: string;
  readonly tenant: string;
  /** Session of the offer, if this session is one of several redemptions. */
  readonly offerSession?: string;
  /** Session of the first issuance, if a refresh token started this one. */
  readonly firstSession?: string;
  /** Credential configurations whose claims are requested without a presentation. */
  readonly credentialConfigurationIds?: readonly string[];
  /** The backend's opaque string. */
  readonly state?: string;
  /** Ids and outcomes of the event. */
  readonly data: JsonObject;
  /** Presented claims; only for `presentation.verified` and `claims.requested`. */
  readonly credentials?: Json;
  /** What an intermediary has checked for its party; only together with presented claims. */
  readonly checks?: readonly string[];
  /** Claims of the signed-in user, by their names in the credential; only for `attributes.requested`. */
  readonly signedIn?: Json;
}

/** What a delivery reports, without presented claims. @param session undefined if it was erased */
export function contentsOf(
  { type, at, data, session: sessionId, tenant }: DeliveryDocument,
  session: SessionDocument | undefined,
): PayloadContents {
  return {
    type,
    at,
    data,
    session: session?.id ?? sessionId,
    tenant: session?.tenant ?? tenant,
    ...(session?.offerSession === undefined ? {} : { offerSession: session.offerSession }),
    ...(session?.firstSession === undefined ? {} : { firstSession: session.firstSession }),
    ...(WITHOUT_PRESENTATION.has(type) && session?.issuance !== undefined
      ? { credentialConfigurationIds: session.issuance.configurationIds }
      : {}),
    ...(session?.state === undefined ? {} : { state: session.state }),
    ...checksOf(type, session?.presentation),
  };
}

function checksOf(type: string, presentation: SessionDocument['presentation']): Pick<PayloadContents, 'checks'> {
  const checks = carriesPresentation(type, presentation) ? presentation?.checks : undefined;
  return checks === undefined ? {} : { checks };
}

interface PayloadMember {
  readonly name: string;
  /** Converts the event's string if the API has a different type. */
  readonly convert?: (text: Json | undefined) => Json | undefined;
}

/** The members of an event's data that its payload has, by payload type. */
const PAYLOAD_MEMBERS: Readonly<Record<string, Readonly<Record<string, PayloadMember>>>> = {
  'presentation.refused': {
    credential: { name: 'credential', convert: (text) => (text === '' ? undefined : text) },
  },
  'credential.issued': {
    configuration: { name: 'credentialConfigurationId' },
    notification: { name: 'notification_id' },
  },
  'status.changed': {
    configuration: { name: 'credentialConfigurationId' },
    status: { name: 'status', convert: Number },
  },
};

/** Builds the payload; JSON.stringify leaves out undefined members. */
export function payloadOf({
  type,
  at,
  session,
  offerSession,
  firstSession,
  credentialConfigurationIds,
  tenant,
  state,
  data,
  credentials,
  checks,
  signedIn,
}: PayloadContents): JsonObject {
  const members = Object.entries(PAYLOAD_MEMBERS[type] ?? {}).map(([inner, { name, convert }]) => {
    const value = data[inner];
    return [name, convert === undefined ? value : convert(value)] as const;
  });
  return {
    ...(credentials === undefined ? {} : { credentials }),
    ...(checks === undefined ? {} : { checks }),
    ...(signedIn === undefined ? {} : { signedIn }),
    session,
    ...(offerSession === undefined ? {} : { offerSession }),
    ...(firstSession === undefined ? {} : { firstSession }),
    ...(credentialConfigurationIds === undefined ? {} : { credentialConfigurationIds }),
    type,
    timestamp: isoTime(at),
    ...(state === undefined ? {} : { state }),
    ...(tenant === DEFAULT_TENANT ? {} : { tenantId: tenant }),
    ...Object.fromEntries(members),
    ...failureOf(type, data.reason),
  };
}

/** The reason of a failure from the event, and what to change; empty for an event that is not a failure. */
function failureOf(type: string, reason: Json | undefined): JsonObject {
  const code = type === 'presentation.expired' ? 'expired' : String(reason);
  switch (type) {
    case 'presentation.refused':
    case 'presentation.rejected':
    case 'presentation.expired':
      return { reason: code, ...hinted(presentationReason(code)) };
    case 'issuance.failed':
      return { reason: code, ...hinted(issuanceReason(code)) };
    default:
      return {};
  }
}

/** Sessions end for reasons of these services. */
const reasons = { ...issuerReasons, ...verifierReasons };

function hinted(reason: keyof typeof reasons | undefined): JsonObject {
  return reason === undefined ? {} : { hint: reasons[reason].hint };
}
