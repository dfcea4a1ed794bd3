/** The user who signed in: subject and claims, from the presentation. Pure. */
import { type CredentialPath, claimAt, pairwiseSubject, tellsApart } from '@countersign/shared/crypto/pairwise-subject';
import { isObject, type Json, type JsonObject } from '@countersign/shared/kernel/json';
import { type LoginClient, sectorOf } from './client.ts';
import { evidenceOf } from './evidence.ts';
import type { RequestedClaims } from './requested-claims.ts';

/** A verified credential, as the session has it. */
export interface Presented {
  readonly id: string;
  readonly values: JsonObject;
  /** Absent if the request's profile keeps only the answer. */
  readonly signer?: {
    readonly issuer: string;
    readonly subject?: string;
    readonly list?: { readonly id: string; readonly entity: string };
  };
}

/** The part of a login that is kept until its access token expires. A type: it is sealed as JSON. */
export type Person = {
  readonly sub: string;
  /** Seconds. */
  readonly authTime: number;
  readonly amr: readonly string[];
  readonly acr?: string;
  readonly userinfo: JsonObject;
  readonly idToken: JsonObject;
  /** All of them, for `verified_claims`. */
  readonly claims: JsonObject;
  /** Of these claims; none if the client has no `verified_claims`, and absent in records of earlier versions. */
  readonly evidence?: readonly JsonObject[];
};

export interface Login {
  readonly client: LoginClient;
  readonly requested: RequestedClaims;
  readonly presented: readonly Presented[];
  /** Milliseconds. */
  readonly verifiedAt: number;
  /** Document type of each credential query for an mdoc. */
  readonly types: ReadonlyMap<string, string>;
  readonly subjectKey: Buffer;
  /** Creates a subject that never comes back. */
  readonly fresh: () => string;
  readonly acr?: string | undefined;
}

/** @returns undefined if a claim is missing that distinguishes users */
export function personOf(login: Login): Person | undefined {
  const { client, requested, presented, verifiedAt } = login;
  const sub = subjectOf(login);
  if (sub === undefined) return undefined;
  const presentedAs = (name: string): Json | undefined => {
    const path = client.claims.get(name);
    return path && find(presented, path)?.value;
  };
  const of = (names: readonly string[]): JsonObject => nested(names.map((name) => [name, presentedAs(name)] as const));
  const names = [...new Set([...requested.userinfo, ...requested.idToken])];
  return {
    sub,
    authTime: Math.floor(verifiedAt / 1000),
    amr: ['pop'],
    ...(login.acr === undefined ? {} : { acr: login.acr }),
    userinfo: of(requested.userinfo),
    idToken: of(requested.idToken),
    claims: of(names),
    evidence: client.verified === undefined ? [] : evidenceFor(login, names),
  };
}

/** Of the credentials that the claims are from. */
function evidenceFor({ client, presented, verifiedAt }: Login, names: readonly string[]): readonly JsonObject[] {
  const used = names.flatMap((name) => find(presented, client.claims.get(name) ?? [])?.credential ?? []);
  const time = new Date(verifiedAt).toISOString();
  return [...new Set(used)].map((credential) => evidenceOf(credential, time));
}

function subjectOf({ client, presented, types, subjectKey, fresh }: Login): string | undefined {
  const { subject } = client;
  if (subject.kind === 'transient') return fresh();
  const found = subject.from.map((path) => ({ path, at: find(presented, path) }));
  const [first] = found;
  if (first?.at === undefined) return undefined;
  const { credential } = first.at;
  const claims = found.flatMap(({ path, at }) =>
    at === undefined || !tellsApart(at.value) ? [] : [[path, at.value] as const],
  );
  // A missing claim isn't an empty string: that would make two users one.
  if (claims.length < found.length || found.some(({ at }) => at?.credential !== credential)) return undefined;
  const { vct } = credential.values;
  const trust = subject.trust ?? trustOf(credential);
  if (trust === undefined) return undefined;
  return pairwiseSubject(subjectKey, {
    sector: sectorOf(client),
    type: typeof vct === 'string' ? vct : (types.get(credential.id) ?? ''),
    trust,
    claims,
  });
}

/** The authority that certified the issuer: another authority must not be able to impersonate the same user. */
function trustOf({ signer }: Presented): string | undefined {
  if (signer === undefined) return undefined;
  return signer.list === undefined ? `authority:${signer.issuer}` : `list:${signer.list.id}:${signer.list.entity}`;
}

interface Found {
  readonly credential: Presented;
  readonly value: Json;
}

/** The value of the first credential that has the path. */
function find(presented: readonly Presented[], path: CredentialPath): Found | undefined {
  for (const credential of presented) {
    const value = claimAt(credential.values, path);
    if (value !== undefined) return { credential, value };
  }
  return undefined;
}

/** `address.locality` as a member of the object `address`; claims without a value are left out. */
function nested(entries: readonly (readonly [string, Json | undefined])[]): JsonObject {
  const claims: Record<string, Json> = {};
  for (const [name, value] of entries) {
    if (value === undefined || value === null) continue;
    const [top = '', ...rest] = name.split('.');
    if (rest.length === 0) claims[top] = value;
    else {
      const before = claims[top];
      claims[top] = { ...(isObject(before) ? before : {}), [rest.join('.')]: value };
    }
  }
  return claims;
}
