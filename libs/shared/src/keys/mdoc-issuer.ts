/** The contents of a tenant's mdoc issuer certificates: country, addresses. */
import { join } from 'node:path';
import { parseCountry } from '../kernel/country.ts';
import type { FolderEdits } from '../kernel/folder-edits.ts';
import { credentialIssuer, revocationListUrl } from '../kernel/identifiers.ts';
import { isObject, parseJson } from '../kernel/json.ts';
import { createFileReader, tenantFolder } from '../kernel/versioned-file.ts';

export interface MdocIssuer {
  /** ISO 3166-1 alpha-2; undefined if the operator sets none: then the previous IACA's stays. */
  readonly country: string | undefined;
  /** Address of the issuer. */
  readonly issuerUrl: string;
  /** The address of an IACA generation's revocation list. */
  revocationListUrl(generation: number): string;
}

/** @throws Error if the tenant's `tenant.json` cannot be read, or its country is invalid */
export type MdocIssuerOf = (tenant: string) => MdocIssuer;

/** Creates the reader of the member `country` of `tenant.json`. */
export function createMdocIssuers(options: {
  readonly publicUrl: string;
  readonly configFolder: string;
  readonly edits?: FolderEdits;
}): MdocIssuerOf {
  const countries = createFileReader(countryIn, options.edits);
  return (tenant) => {
    const content = countries.read(join(tenantFolder(options.configFolder, tenant), 'tenant.json'));
    if (content?.ok === false) throw new Error(`tenant.json of ${tenant} is broken`, { cause: content.error });
    return {
      country: content?.value,
      issuerUrl: credentialIssuer(options.publicUrl, tenant),
      revocationListUrl: (generation) => revocationListUrl(options.publicUrl, tenant, generation),
    };
  };
}

/** Other members are checked where they are used. An error in one of them does not change a certificate. */
function countryIn(text: string): string | undefined {
  const value = parseJson(text);
  if (!isObject(value)) throw new Error('tenant.json must contain an object');
  return value.country === undefined ? undefined : parseCountry(value.country);
}
