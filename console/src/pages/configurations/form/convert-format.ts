/** Turns a credential into one of the other format, with the same fields. Pure. */
import { CLAIMS_OF_SERVICE } from '../../../parts/flow/configuration.ts';
import { recordOf, recordsOf } from '../../../parts/records.ts';
import { type ClaimField, claimFields, DESCRIBED, nameSpaces } from './claim-field.ts';
import { type Document, valueIn, withoutEmpty, withValue } from './document.ts';
import { setDisclosable, setType } from './edit-fields.ts';

/** The namespace that a document type usually has; the person can rename it. */
function nameSpaceOf({ doctype }: Document): string {
  return typeof doctype === 'string' && doctype !== '' ? doctype : 'org.example.1';
}

export function toMdoc(document: Document): Document {
  const { disclosureFrame: _, vct: __, ...rest } = document;
  const { vct: ___, ...config } = recordOf(document.config);
  const { properties, required } = withoutClaimsOfService(recordOf(document.schema));
  const space = nameSpaceOf(config);
  const claims = recordOf(document.claims);
  const fields = claimFields(document);
  const next: Document = {
    ...rest,
    config: { ...withoutMethods(config), format: 'mso_mdoc', doctype: config.doctype ?? '' },
    claims: Object.keys(claims).length === 0 ? {} : { [space]: claims },
    schema: {
      type: 'object',
      properties: fields.length === 0 ? {} : { [space]: { type: 'object', properties, required } },
      required: [],
    },
  };
  const moved = withPaths(next, (path) => [space, ...path]);
  return withTypes(moved, fields, (path) => [space, ...path]);
}

export function toSdJwt(document: Document): Document {
  const { element_types: _, protected_certificate: __, device_namespaces: ___, ...rest } = document;
  const { doctype: ____, ...config } = recordOf(document.config);
  const spaces = nameSpaces(document);
  const fields = spaces.flatMap((space) => claimFields(document, [space]));
  const all = spaces.map((space) => recordOf(valueIn(document, ['schema', 'properties', space])));
  const next: Document = {
    ...rest,
    config: { ...withoutMethods(config), format: 'dc+sd-jwt' },
    claims: Object.assign({}, ...Object.values(recordOf(document.claims))),
    disclosureFrame: {},
    schema: {
      type: 'object',
      properties: Object.assign({}, ...all.map(({ properties }) => properties)),
      required: all.flatMap(({ required }) => (Array.isArray(required) ? required : [])),
    },
  };
  const moved = withPaths(next, (path) => path.slice(1));
  const typed = withTypes(moved, fields, (path) => path.slice(1));
  return fields.reduce((one, { path }) => setDisclosable(one, path.slice(1), true), typed);
}

/** An mdoc has none of the claims that the service sets. */
function withoutClaimsOfService({ properties, required }: Document) {
  const isOurs = (name: unknown): boolean => !CLAIMS_OF_SERVICE.some((one) => one === name);
  const names: readonly unknown[] = Array.isArray(required) ? required : [];
  const kept = Object.entries(recordOf(properties)).filter(([name]) => isOurs(name));
  return { properties: Object.fromEntries(kept), required: names.filter(isOurs) };
}

/** Each format names its algorithms in its own way; without names the defaults apply. */
function withoutMethods(config: Document): Document {
  const {
    credential_signing_alg_values_supported: _,
    cryptographic_binding_methods_supported: __,
    proof_types_supported: ___,
    ...others
  } = config;
  return others;
}

type Paths = (path: ClaimField['path']) => ClaimField['path'];

function withPaths(document: Document, moved: Paths): Document {
  const claims = recordsOf(valueIn(document, DESCRIBED));
  if (claims.length === 0) return document;
  const next = claims.map((claim) => ({ ...claim, path: moved((claim.path ?? []) as ClaimField['path']) }));
  return withoutEmpty(withValue(document, DESCRIBED, next), DESCRIBED);
}

/** Dates and images are written differently in the two formats. */
function withTypes(document: Document, fields: readonly ClaimField[], moved: Paths): Document {
  return fields
    .filter(({ type }) => type === 'date' || type === 'image')
    .reduce((next, { path, type }) => setType(next, moved(path), type), document);
}
