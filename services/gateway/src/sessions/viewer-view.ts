/**
 * What a viewer sees of a session: states, times, reasons and numbers. Every member is listed here, so that viewers
 * don't see a new member of the view until it is listed. Claims, offers, links, and text from wallets and the backend
 * are left out.
 */
import { isObject, type Json, type JsonObject } from '@countersign/shared/kernel/json';

/** Members of an object that stay; `true` keeps a value unchanged. */
interface Shown {
  readonly [member: string]: true | Shown;
}

const failure: Shown = { code: true, reason: true, explanation: true, hint: true, credential: true };

const shown: Shown = {
  id: true,
  tenantId: true,
  status: true,
  kind: true,
  configurations: true,
  dryRun: true,
  createdAt: true,
  updatedAt: true,
  expiresAt: true,
  offerSession: true,
  firstSession: true,
  redemptions: true,
  claimsStatus: true,
  credentialsErased: true,
  checks: true,
  credentialPayload: { credentialConfigurationIds: true, lifetimes: true, flow: true, expiresIn: true },
  issued: { credentialConfigurationId: true, issuedAt: true, status: true },
  notifications: { event: true, at: true },
  error: failure,
  lastError: { ...failure, step: true, at: true },
};

/** Pure: the view of a session without personal data. */
export function viewerView(view: JsonObject): JsonObject {
  return reduced(view, shown);
}

function reduced(value: JsonObject, kept: Shown): JsonObject {
  const members = Object.entries(value).flatMap(([name, member]): [string, Json | undefined][] => {
    const how = Object.hasOwn(kept, name) ? kept[name] : undefined;
    if (how === undefined) return [];
    return [[name, how === true ? member : below(member, how)]];
  });
  return Object.fromEntries(members);
}

function below(value: Json | undefined, kept: Shown): Json | undefined {
  if (Array.isArray(value)) return value.map((item: Json) => (isObject(item) ? reduced(item, kept) : {}));
  return isObject(value) ? reduced(value, kept) : undefined;
}
