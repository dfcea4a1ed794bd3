/** A credential that matches a query, from an issuer created for one dry run. */
import { createHash } from 'node:crypto';
import { isObject, type Json, type JsonObject } from '@countersign/shared/kernel/json';
import { systemRandom } from '@countersign/shared/kernel/random';
import { newWalletKey, signCompact } from '@countersign/wallet/jwt/keys';
import type { HeldCredential } from '@countersign/wallet/presentation/present';
import { type Authority, createAuthority, createLeaf, x5cOf } from '@countersign/wallet/provider/certificates';
import { type ClaimPath, list, member, pathOf } from '../warnings/claim-names.ts';
import { madeJwtVc } from './made-jwt-vc.ts';
import { elementsFor, madeMdoc, runIaca } from './made-mdoc.ts';

const DAY = 86_400_000;
const HOST = 'dry-run.example';
/** A claim's value if the query specifies no values. */
const SAMPLE = 'Sample';

/** The issuers of one run: a CA of SD-JWT VCs, and an IACA of mdocs. */
export interface RunIssuers {
  readonly authority: Authority;
  readonly iaca: Authority;
  /** Both certificates, PEM. They are trusted only in the run's session. */
  readonly certificates: string;
}

/** @param now milliseconds */
export function runIssuers(now: number): RunIssuers {
  const authority = createAuthority('Issuer of a dry run', { notBefore: now - DAY, notAfter: now + DAY });
  const iaca = runIaca(now);
  return { authority, iaca, certificates: authority.certificate + iaca.certificate };
}

/**
 * A credential in the query's format.
 * @param now milliseconds
 * @param transactionTypes what an mdoc lets its device confirm
 */
export function madeFor(
  query: JsonObject,
  { authority, iaca }: RunIssuers,
  now: number,
  transactionTypes: readonly string[] = [],
): HeldCredential {
  if (query.format === 'jwt_vc_json') return madeJwtVc(query, claimsFor(query), authority, now);
  return isMdocQuery(query) ? madeMdoc(query, iaca, now, transactionTypes) : madeCredential(query, authority, now);
}

/** The content for a query: claims, or elements by namespace. */
export function shownFor(query: JsonObject): JsonObject {
  return isMdocQuery(query) ? elementsFor(query) : claimsFor(query);
}

function isMdocQuery({ format }: JsonObject): boolean {
  return format === 'mso_mdoc';
}

/**
 * An SD-JWT VC of the first type of a credential query, with all claims that it lists, each selectively disclosable at the top level.
 * @param now milliseconds
 */
export function madeCredential(query: JsonObject, authority: Authority, now: number): HeldCredential {
  const [vct = 'urn:example:any'] = list(member(query, 'meta'), 'vct_values');
  const claims = claimsFor(query);
  const disclosures = Object.entries(claims).map(([name, value]) =>
    base64url(JSON.stringify([systemRandom(16).toString('base64url'), name, value])),
  );
  const signer = newWalletKey();
  const key = newWalletKey();
  const leaf = createLeaf(authority, HOST, { notBefore: now - DAY, notAfter: now + DAY }, signer);
  const header = { typ: 'dc+sd-jwt', alg: 'ES256', x5c: [x5cOf(leaf)] };
  const seconds = Math.floor(now / 1000);
  const payload = {
    iss: `https://${HOST}`,
    vct,
    iat: seconds,
    exp: seconds + 3600,
    cnf: { jwk: key.publicJwk },
    ...(disclosures.length === 0 ? {} : { _sd_alg: 'sha-256', _sd: disclosures.map(digest).sort() }),
  };
  const jwt = signCompact(header, payload, signer.privateKey);
  return { credential: `${[jwt, ...disclosures].join('~')}~`, key };
}

/** The claims that a query lists, each with the first value it accepts. */
export function claimsFor(query: JsonObject): JsonObject {
  let claims: Json = {};
  for (const claim of list(query, 'claims')) {
    const path = pathOf(claim);
    const [value = SAMPLE] = list(claim, 'values');
    if (path !== undefined) claims = placed(claims, path, value);
  }
  return isObject(claims) ? claims : {};
}

function placed(at: Json | undefined, path: ClaimPath, value: Json): Json {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (typeof step === 'string') {
    const object = isObject(at) ? at : {};
    return { ...object, [step]: placed(object[step], rest, value) };
  }
  const items: Json[] = Array.isArray(at) ? [...at] : [];
  const index = step ?? 0;
  while (items.length <= index && items.length < MAX_ITEMS) items.push(SAMPLE);
  items[Math.min(index, MAX_ITEMS - 1)] = placed(items[index], rest, value);
  return items;
}

const MAX_ITEMS = 100;

/** The credential queries that a wallet responds to: the first option of each required set, or all queries. */
export function answeredQueries(dcql: JsonObject): readonly JsonObject[] {
  const queries = list(dcql, 'credentials').filter(isObject);
  const sets = list(dcql, 'credential_sets').filter(isObject);
  if (sets.length === 0) return queries;
  const chosen = sets.filter(({ required }) => required !== false).flatMap((set) => list(set, 'options')[0] ?? []);
  const found = queries.filter(({ id }) => chosen.includes(id ?? null));
  return found.length === 0 ? queries.slice(0, 1) : found;
}

function digest(disclosure: string): string {
  return createHash('sha256').update(disclosure).digest('base64url');
}

function base64url(text: string): string {
  return Buffer.from(text).toString('base64url');
}
