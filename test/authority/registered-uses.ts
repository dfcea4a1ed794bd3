/** What the scripted registrar certifies: an intended use of the party that is registered, as its entry has it (EUDI TS5, 2.4). */
import { ENTITLEMENT } from '@countersign/european-trust/test/registration/registrar';
import { isObject, type Json, type JsonObject } from '@countersign/shared/kernel/json';

const DAY = 86_400;

export interface Asked {
  /** Body of `POST /registration-certificates`. */
  readonly request: JsonObject;
  /** The entry of the party. */
  readonly party: JsonObject;
}

export interface Issuing {
  /** Seconds. */
  readonly now: number;
  /** Address of its status list. */
  readonly statusList: string;
}

/** @returns the certificate's claims; undefined for an unregistered use */
export function certifiedClaims({ request, party }: Asked, { now, statusList }: Issuing): JsonObject | undefined {
  const identifiers = objectsIn(party.identifier).map(({ identifier }) => identifier);
  const use = objectsIn(party.intendedUse).find(
    ({ intendedUseIdentifier }) => intendedUseIdentifier === request.intendedUseIdentifier,
  );
  if (use === undefined || !identifiers.includes(request.rpId)) return undefined;
  return {
    name: party.tradeName ?? null,
    sub: request.rpId ?? null,
    iat: now,
    exp: now + 300 * DAY,
    status: { status_list: { idx: 7, uri: statusList } },
    intended_use_id: use.intendedUseIdentifier ?? null,
    purpose: objectsIn(use.purpose).map(({ lang = 'en', content = '' }) => ({ lang, value: content })),
    ...intermediaryClaims(party),
    ...(use.credential === undefined ? providerClaims(party) : { credentials: use.credential }),
  };
}

/** The party is asked for by the first registered intermediary that it uses (ETSI TS 119 475, GEN-5.2.4-09). */
function intermediaryClaims({ usesIntermediary }: JsonObject): JsonObject {
  const [intermediary] = objectsIn(usesIntermediary);
  const [identifier] = objectsIn(intermediary?.identifier);
  if (intermediary === undefined || identifier === undefined) return {};
  const sub = identifier.identifier ?? null;
  return { intermediary: { sub, sname: intermediary.tradeName ?? null }, act: { sub } };
}

/** A use without credentials belongs to an issuer. */
function providerClaims({ providesAttestations = [] }: JsonObject): JsonObject {
  return { entitlements: [`${ENTITLEMENT}PID_Provider`], provides_attestations: providesAttestations };
}

function objectsIn(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? (value as readonly Json[]).filter(isObject) : [];
}
