/** Selectively disclosable claims of an SD-JWT (RFC 9901, 4.2): disclosures, and digests that replace them. */
import { hashOf } from '@countersign/shared/crypto/sha256';
import { isObject, type Json, type JsonObject, own } from '@countersign/shared/kernel/json';

export interface PackedClaims {
  /** The payload to sign, without `_sd_alg`. */
  readonly claims: JsonObject;
  /** Each as it follows the JWT, base64url. Disclosures of nested claims come first. */
  readonly disclosures: readonly string[];
}

/**
 * Pure except for the salts. The digests are sorted, so their order reveals nothing about the claims' order.
 * @param frame one of `fitDisclosureFrame`, without decoys
 * @param salt a new one per call, base64url
 */
export function packClaims(claims: JsonObject, frame: JsonObject, salt: () => string): PackedClaims {
  const disclosures: string[] = [];
  return { claims: packMembers(claims, frame, { salt, disclosures }), disclosures };
}

interface Packing {
  readonly salt: () => string;
  readonly disclosures: string[];
}

function packMembers(claims: JsonObject, frame: JsonObject, packing: Packing): JsonObject {
  const below = packNested(claims, frame, packing);
  const listed = new Set(Array.isArray(frame._sd) ? (frame._sd as readonly Json[]) : []);
  const packed: Record<string, Json | undefined> = {};
  const digests: string[] = [];
  for (const name of Object.keys(claims)) {
    const claim = below.get(name) ?? claims[name];
    if (listed.has(name)) digests.push(disclose([packing.salt(), name, claim ?? null], packing));
    else packed[name] = claim;
  }
  if (digests.length > 0) packed._sd = digests.sort();
  return packed;
}

function packItems(items: readonly Json[], frame: JsonObject, packing: Packing): readonly Json[] {
  const below = packNested(items as unknown as JsonObject, frame, packing);
  const listed = new Set(Array.isArray(frame._sd) ? (frame._sd as readonly Json[]) : []);
  return items.map((item, position) => {
    const claim = below.get(String(position)) ?? item;
    return listed.has(position) ? { '...': disclose([packing.salt(), claim], packing) } : claim;
  });
}

/** The claims that have their own frame, packed, by name or position. */
function packNested(claims: JsonObject, frame: JsonObject, packing: Packing): ReadonlyMap<string, Json> {
  const packed = new Map<string, Json>();
  for (const [name, below] of Object.entries(frame)) {
    const claim = own(claims, name);
    if (!isObject(below) || typeof claim !== 'object' || claim === null) continue;
    packed.set(name, isObject(claim) ? packMembers(claim, below, packing) : packItems(claim, below, packing));
  }
  return packed;
}

/** Adds a disclosure. @returns its digest (RFC 9901, 4.2.3) */
function disclose(contents: readonly Json[], { disclosures }: Packing): string {
  const disclosure = Buffer.from(JSON.stringify(contents)).toString('base64url');
  disclosures.push(disclosure);
  return hashOf(disclosure);
}
