/** The formats to choose from, by their names in both languages. */
import type { Format } from '../credential-format.ts';

export const formatOptions: readonly { readonly value: Format; readonly text: string }[] = [
  { value: 'dc+sd-jwt', text: 'SD-JWT VC' },
  { value: 'mso_mdoc', text: 'mdoc (ISO 18013-5)' },
  { value: 'jwt_vc_json', text: 'W3C (JWT)' },
];
