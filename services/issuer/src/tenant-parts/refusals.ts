/** Refusals when a tenant writes through the API, except configurations: display, images, registered wallets. */
import { placesOf } from '@countersign/shared/http/validate';
import { type FieldError, ProtocolError } from '@countersign/shared/kernel/errors';
import { tenantFolder } from '@countersign/shared/kernel/versioned-file';

export function invalidPart(description: string, errors: readonly FieldError[]): ProtocolError {
  return new ProtocolError('invalid_request', description, {
    reason: 'tenant_part_invalid',
    facts: placesOf(errors),
    errors,
  });
}

export function unknownPart(description: string): ProtocolError {
  return new ProtocolError('not_found', description, { reason: 'tenant_part_unknown' });
}

/** @param name the file's, below the tenant's folder */
export function partOfFiles(tenant: string, name: string): ProtocolError {
  return new ProtocolError('conflict', 'A file of the tenant comes before this', {
    reason: 'tenant_part_of_files',
    facts: { place: `${tenantFolder('CONFIG_FOLDER', tenant)}/${name}` },
  });
}
