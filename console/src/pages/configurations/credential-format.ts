/** Formats of credentials, and their types in a query. Pure. */
import { recordOf } from '../../parts/records.ts';

const formats = ['dc+sd-jwt', 'mso_mdoc', 'jwt_vc_json'] as const;
export type Format = (typeof formats)[number];

/** Of a configuration. One that the form doesn't know is shown as an SD-JWT VC. */
export function formatOf({ config }: Readonly<Record<string, unknown>>): Format {
  return formats.find((name) => name === recordOf(config).format) ?? 'dc+sd-jwt';
}

/** The types in a query, one per line; of a W3C credential one alternative per line. */
export function typeLines({ meta }: Readonly<Record<string, unknown>>): readonly string[] {
  // `meta` has one member.
  const lines = Object.values(recordOf(meta))
    .flat()
    .map((one) => (Array.isArray(one) ? one.join(' ') : one));
  return lines.filter((one) => one !== '').map(String);
}
