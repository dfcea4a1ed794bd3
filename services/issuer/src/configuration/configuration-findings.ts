/** Mistakes of a configuration that can still be used: a write is refused, a file is loaded and the mistakes are reported. */
import type { FieldError } from '@countersign/shared/kernel/errors';
import { isObject, type JsonObject } from '@countersign/shared/kernel/json';
import { displayFindings, type ImageContext, imageFindings, unknownMembers } from './display-findings.ts';

/** OpenID4VCI 1.0, 12.2.4 and Appendix A.3; wallets of older drafts read `display` at the top level. */
const CONFIG = [
  'scope',
  'display',
  'credential_metadata',
  'credential_signing_alg_values_supported',
  'cryptographic_binding_methods_supported',
  'proof_types_supported',
];
const METADATA = ['display', 'claims', 'credential_reuse_policy'];
const CLAIM = ['path', 'mandatory', 'display'];

/** Images of this server that a configuration shows and that do not exist. @param config with `<PUBLIC_URL>` replaced */
export function missingImages(config: JsonObject, context: ImageContext): FieldError[] {
  const metadata = isObject(config.credential_metadata) ? config.credential_metadata : {};
  return [
    ...imageFindings(config.display, '/config/display', context),
    ...imageFindings(metadata.display, '/config/credential_metadata/display', context),
  ];
}

/** @param config of a configuration that passed the shape check, with `<PUBLIC_URL>` replaced */
export function configFindings(config: JsonObject, context: ImageContext): FieldError[] {
  const metadata = isObject(config.credential_metadata) ? config.credential_metadata : {};
  const claims = Array.isArray(metadata.claims) ? metadata.claims.filter(isObject) : [];
  return [
    ...unknownMembers(config, ['format', config.format === 'mso_mdoc' ? 'doctype' : 'vct', ...CONFIG], '/config'),
    ...displayFindings(config.display, '/config/display', context),
    ...unknownMembers(metadata, METADATA, '/config/credential_metadata'),
    ...displayFindings(metadata.display, '/config/credential_metadata/display', context),
    ...claims.flatMap((claim, index) => unknownMembers(claim, CLAIM, `/config/credential_metadata/claims/${index}`)),
  ];
}
