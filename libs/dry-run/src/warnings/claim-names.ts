/** A credential configuration's claims by their paths: what it issues, describes and restricts. Pure. */
import { isObject, type Json, type JsonObject } from '@countersign/shared/kernel/json';
import { elementPaths, mayHaveElement } from './element-names.ts';

/** Path of a claim (OpenID4VCI 1.0, Appendix C): a name, an index, or null for all elements. */
export type ClaimPath = readonly (string | number | null)[];

/** The type of a credential: an SD-JWT VC's `vct`, an mdoc's docType, a W3C credential's own types with spaces between them. */
export interface IssuedType {
  readonly format: 'dc+sd-jwt' | 'mso_mdoc' | 'jwt_vc_json';
  readonly type: string;
}

/** The types that a credential query names. */
export function typesAsked(query: JsonObject): readonly IssuedType[] {
  const meta = member(query, 'meta');
  const { doctype_value: doctype } = meta;
  if (query.format === 'mso_mdoc') return typeof doctype === 'string' ? [{ format: 'mso_mdoc', type: doctype }] : [];
  if (query.format === 'jwt_vc_json') {
    const sets = list(meta, 'type_values').map(ownTypes);
    return sets.filter((type) => type !== '').map((type) => ({ format: 'jwt_vc_json', type }));
  }
  const vcts = list(meta, 'vct_values').filter((one) => typeof one === 'string');
  return vcts.map((type) => ({ format: 'dc+sd-jwt', type }));
}

/** The types of a W3C credential without the general one, as text. */
export function ownTypes(types: Json | undefined): string {
  const all = Array.isArray(types) ? (types as readonly Json[]) : [];
  return all.filter((type) => typeof type === 'string' && type !== 'VerifiableCredential').join(' ');
}

/** Whether a credential of that type is one of the requested types. A W3C credential may have more types. */
export function isAsked(asked: readonly IssuedType[], { format, type }: IssuedType): boolean {
  const types = type.split(' ');
  return asked.some(
    (one) =>
      one.format === format &&
      (format === 'jwt_vc_json' ? one.type.split(' ').every((name) => types.includes(name)) : one.type === type),
  );
}

export function isMdocConfiguration(configuration: JsonObject): boolean {
  return member(configuration, 'config').format === 'mso_mdoc';
}

function isW3cConfiguration(configuration: JsonObject): boolean {
  return member(configuration, 'config').format === 'jwt_vc_json';
}

/** What the service sets in a W3C credential. */
const SET_IN_W3C = new Set(['@context', 'type', 'id', 'issuer', 'issuanceDate', 'expirationDate']);

/** The format's own claims, which have no display name. */
const TECHNICAL = new Set(['iss', 'iat', 'nbf', 'exp', 'cnf', 'vct', 'vct#integrity', 'status', 'sub', '_sd_alg']);

/** An object member of JSON; empty if absent. */
export function member(value: Json | undefined, name: string): JsonObject {
  const found = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return isObject(found) ? found : {};
}

/** A list member of JSON; empty if absent. */
export function list(value: Json | undefined, name: string): readonly Json[] {
  const found = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return Array.isArray(found) ? found : [];
}

/** Descriptions of claims: of the metadata, then of the type metadata, each with its pointer. */
export function describedClaims(
  configuration: JsonObject,
): readonly { path: ClaimPath; pointer: string; named: boolean }[] {
  const ofMetadata = list(member(member(configuration, 'config'), 'credential_metadata'), 'claims');
  const ofType = list(member(configuration, 'vct'), 'claims');
  const read = (claims: readonly Json[], at: string) =>
    claims.flatMap((claim, index) => {
      const path = pathOf(claim);
      if (path === undefined) return [];
      const named = list(claim, 'display').some((entry) => isObject(entry) && (text(entry.name) || text(entry.label)));
      return [{ path, pointer: `${at}/${index}`, named }];
    });
  return [...read(ofMetadata, '/config/credential_metadata/claims'), ...read(ofType, '/vct/claims')];
}

/** Names at the top level that a credential of the configuration can have: of static claims, schema and disclosure frame. */
export function issuedNames(configuration: JsonObject): readonly string[] {
  const frame = list(member(configuration, 'disclosureFrame'), '_sd').filter((name) => typeof name === 'string');
  const names = [
    ...Object.keys(member(configuration, 'claims')),
    ...Object.keys(member(member(configuration, 'schema'), 'properties')),
    ...frame,
  ];
  return [...new Set(names)].filter((name) => !TECHNICAL.has(name));
}

/**
 * What a credential of the configuration can have: names at the top level, elements of an mdoc by namespace, claims of a
 * W3C credential below their member.
 */
export function issuedPaths(configuration: JsonObject): readonly ClaimPath[] {
  if (isMdocConfiguration(configuration) || isW3cConfiguration(configuration)) return elementPaths(configuration);
  return issuedNames(configuration).map((name) => [name]);
}

/** Whether a credential of the configuration can have a claim at a path, by static claims, schema, or a description. */
export function mayHave(configuration: JsonObject, path: ClaimPath): boolean {
  if (isMdocConfiguration(configuration)) return mayHaveElement(configuration, path);
  const [name] = path;
  const isW3c = isW3cConfiguration(configuration);
  const ours = isW3c ? SET_IN_W3C : TECHNICAL;
  if (typeof name !== 'string' || ours.has(name) || (isW3c && samePath(path, SUBJECT_ID))) return true;
  if (inValue(member(configuration, 'claims'), path)) return true;
  const schema = member(configuration, 'schema');
  if (Object.keys(schema).length > 0) return inSchema(schema, path);
  const described = describedClaims(configuration).some((claim) => samePath(claim.path, path));
  // Without a schema a webhook or an offer may bring any claim. The frame lists the intended ones.
  return described || issuedPaths(configuration).some((one) => one.every((step, index) => step === path[index]));
}

const SUBJECT_ID: ClaimPath = ['credentialSubject', 'id'];

/** Whether a schema allows a path. Free objects and references allow any. */
export function inSchema(schema: Json | undefined, path: ClaimPath): boolean {
  if (!isObject(schema) || path.length === 0) return true;
  const [step, ...rest] = path;
  if (typeof step !== 'string') return inSchema(schema.items, rest);
  const properties = isObject(schema.properties) ? schema.properties : undefined;
  if (properties === undefined) return true;
  return Object.hasOwn(properties, step) && inSchema(properties[step], rest);
}

/** The schema of a path; undefined if there is no such schema. */
export function schemaAt(schema: Json | undefined, path: ClaimPath): JsonObject | undefined {
  if (!isObject(schema)) return undefined;
  const [step, ...rest] = path;
  if (step === undefined) return schema;
  return schemaAt(typeof step === 'string' ? member(schema.properties, step) : schema.items, rest);
}

export function samePath(one: ClaimPath, other: ClaimPath): boolean {
  return one.length === other.length && one.every((step, index) => step === other[index]);
}

/** The path of a description or of a claim query. */
export function pathOf(claim: Json): ClaimPath | undefined {
  const path = isObject(claim) ? claim.path : undefined;
  return Array.isArray(path) && path.length > 0 ? (path as ClaimPath) : undefined;
}

/** A readable path: `address.locality`, `nationalities[]`. */
export function pathText(path: ClaimPath): string {
  return path
    .map((step) => (step === null ? '[]' : typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '');
}

function inValue(value: Json | undefined, path: ClaimPath): boolean {
  const [step, ...rest] = path;
  if (step === undefined) return value !== undefined;
  if (typeof step === 'string') return isObject(value) && Object.hasOwn(value, step) && inValue(value[step], rest);
  return Array.isArray(value) && value.some((item: Json) => inValue(item, rest));
}

function text(value: Json | undefined): boolean {
  return typeof value === 'string' && value !== '';
}
