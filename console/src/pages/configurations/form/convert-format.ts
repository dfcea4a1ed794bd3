/** Turns a credential into one of another format, with the same fields. Pure. */
import { CLAIMS_OF_SERVICE } from '../../../parts/flow/configuration.ts';
import { recordOf, recordsOf } from '../../../parts/records.ts';
import { type Format, formatOf } from '../credential-format.ts';
import {
  type ClaimField,
  claimFields,
  DESCRIBED,
  fieldPlaces,
  hasFrame,
  isMdoc,
  SUBJECT,
  schemaPlace,
} from './claim-field.ts';
import { type Document, valueIn, withoutEmpty, withValue } from './document.ts';
import { setDisclosable, setType } from './edit-fields.ts';

export function toFormat(document: Document, format: Format): Document {
  if (formatOf(document) === format) return document;
  const flat = hasFrame(document) ? document : toSdJwt(document);
  switch (format) {
    case 'dc+sd-jwt':
      return flat;
    case 'mso_mdoc':
      return toMdoc(flat);
    case 'jwt_vc_json':
      return toW3c(flat);
  }
}

/** The namespace that a document type usually has; the person can rename it. */
function nameSpaceOf({ doctype }: Document): string {
  return typeof doctype === 'string' && doctype !== '' ? doctype : 'org.example.1';
}

/** @param document an SD-JWT VC */
export function toMdoc(document: Document): Document {
  const { doctype = '' } = recordOf(document.config);
  const space = nameSpaceOf({ doctype });
  const moved = below(document, space, { format: 'mso_mdoc', doctype });
  return withTypes(moved, claimFields(document), (path) => [space, ...path]);
}

/** @param document an SD-JWT VC */
function toW3c(document: Document): Document {
  const { credential_definition: definition = { type: ['VerifiableCredential', ''] } } = recordOf(document.config);
  return below(document, SUBJECT, { format: 'jwt_vc_json', credential_definition: definition });
}

/** The fields of an SD-JWT VC below one name. */
function below(document: Document, name: string, type: Document): Document {
  const { disclosureFrame: _, vct: __, ...rest } = document;
  const { vct: ___, ...config } = recordOf(document.config);
  const { properties, required } = withoutClaimsOfService(recordOf(document.schema));
  const claims = recordOf(document.claims);
  const isEmpty = claimFields(document).length === 0;
  const next: Document = {
    ...rest,
    config: { ...withoutMethods(config), ...type },
    claims: Object.keys(claims).length === 0 ? {} : { [name]: claims },
    schema: {
      type: 'object',
      properties: isEmpty ? {} : { [name]: { type: 'object', properties, required } },
      required: [],
    },
  };
  return withPaths(next, (path) => [name, ...path]);
}

/** @param document an mdoc or a W3C credential */
export function toSdJwt(document: Document): Document {
  const { element_types: _, protected_certificate: __, device_namespaces: ___, ...rest } = document;
  const { doctype: ____, credential_definition: _____, ...config } = recordOf(document.config);
  const places = fieldPlaces(document);
  const fields = places.flatMap((place) => claimFields(document, place));
  const all = places.map((place) => recordOf(valueIn(document, schemaPlace(place))));
  const claims = recordOf(document.claims);
  const next: Document = {
    ...rest,
    config: { ...withoutMethods(config), format: 'dc+sd-jwt' },
    claims: Object.assign({}, ...places.map(([name]) => claims[String(name)])),
    disclosureFrame: {},
    schema: {
      type: 'object',
      properties: Object.assign({}, ...all.map(({ properties }) => properties)),
      required: all.flatMap(({ required }) => (Array.isArray(required) ? required : [])),
    },
  };
  const moved = withPaths(next, (path) => path.slice(1));
  const typed = isMdoc(document) ? withTypes(moved, fields, (path) => path.slice(1)) : moved;
  return fields.reduce((one, { path }) => setDisclosable(one, path.slice(1), true), typed);
}

/** Other formats have none of the claims that the service sets. */
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

/** Dates and images are written differently in an mdoc. */
function withTypes(document: Document, fields: readonly ClaimField[], moved: Paths): Document {
  return fields
    .filter(({ type }) => type === 'date' || type === 'image')
    .reduce((next, { path, type }) => setType(next, moved(path), type), document);
}
