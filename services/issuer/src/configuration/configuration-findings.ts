/**
 * Errors in a configuration that can still be used: a write is refused; a file is loaded and the errors are reported.
 */
import {
  claimMembers,
  credentialMetadataMembers,
  entryMembersOf,
  issuedFormats,
} from '@countersign/shared/configuration-documents/credential-entry';
import type { FieldError } from '@countersign/shared/kernel/errors';
import { isObject, type JsonObject } from '@countersign/shared/kernel/json';
import { displayFindings, type ImageContext, imageFindings, unknownMembers } from './display/display-findings.ts';

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
  const format = issuedFormats.find((name) => name === config.format) ?? 'dc+sd-jwt';
  const claims = Array.isArray(metadata.claims) ? metadata.claims.filter(isObject) : [];
  return [
    ...unknownMembers(config, entryMembersOf(format), '/config'),
    ...displayFindings(config.display, '/config/display', context),
    ...unknownMembers(metadata, Object.keys(credentialMetadataMembers), '/config/credential_metadata'),
    ...displayFindings(metadata.display, '/config/credential_metadata/display', context),
    ...claims.flatMap((claim, index) =>
      unknownMembers(claim, Object.keys(claimMembers), `/config/credential_metadata/claims/${index}`),
    ),
  ];
}
