/** The credential formats of a query, and the algorithms that are accepted in each (OpenID4VP 1.0, B.1.3, B.2.2 and B.3.4). */
import { SIGNATURE_ALGORITHMS } from '@countersign/shared/crypto/jwt';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { isObject, own } from '@countersign/shared/kernel/json';
import { CREDENTIAL_FORMATS, type CredentialFormat } from './dcql-credential.ts';
import { nonEmptyArray } from './dcql-findings.ts';

/** COSE: ES256, and ESP256, which is ES256 restricted to the curve P-256 (RFC 9864). */
const DEVICE_ALGORITHMS = [-7, -9];

/** Issuers may also have keys of P-384, P-521 and Ed25519. */
const COSE_ISSUER_ALGORITHMS = [...DEVICE_ALGORITHMS, -35, -36, -8];

/** The members of `vp_formats_supported` by format. Each lists at least one value that a wallet must support. */
export const FORMAT_ALGORITHMS = {
  'dc+sd-jwt': { 'sd-jwt_alg_values': SIGNATURE_ALGORITHMS, 'kb-jwt_alg_values': ['ES256'] },
  mso_mdoc: { issuerauth_alg_values: COSE_ISSUER_ALGORITHMS, deviceauth_alg_values: DEVICE_ALGORITHMS },
  // One list for the issuer's JWT and the holder's, whose keys are P-256
  jwt_vc_json: { alg_values: ['ES256'] },
} as const satisfies Readonly<Record<CredentialFormat, Readonly<Record<string, readonly (string | number)[]>>>>;

/** The formats in a query as written, each once. @param dcqlQuery a query that was parsed without errors */
export function requestedFormats(dcqlQuery: JsonObject): readonly CredentialFormat[] {
  const queries = (nonEmptyArray(own(dcqlQuery, 'credentials')) ?? []).filter(isObject);
  return CREDENTIAL_FORMATS.filter((format) => queries.some((query) => own(query, 'format') === format));
}

/** A request's `vp_formats_supported`: only the formats in its query. */
export function supportedFormats(dcqlQuery: JsonObject): JsonObject {
  return Object.fromEntries(requestedFormats(dcqlQuery).map((format) => [format, { ...FORMAT_ALGORITHMS[format] }]));
}
