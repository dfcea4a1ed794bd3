/** Checks the certificates of a tenant that issues mdocs: what wallets and verifiers would refuse later. */
import type { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AGE_DOCUMENT_SIGNER, MDL_DOCUMENT_SIGNER } from '@countersign/shared/crypto/mdoc-certificates';
import { pemCertificates } from '@countersign/shared/crypto/x509';
import { parseTenantFile } from '@countersign/shared/flow-config/tenant-profile';
import { DEVELOPMENT_COUNTRY } from '@countersign/shared/kernel/country';
import { AGE_DOCTYPE, MDL_DOCTYPE } from '@countersign/shared/mdoc/element-types';
import type { FileFinding } from './file-findings.ts';

export interface MdocIssuer {
  /** The tenant's folder. */
  readonly path: string;
  /** Setting PUBLIC_URL. */
  readonly publicUrl: string;
  /** Document types of its credential configurations. */
  readonly doctypes: readonly string[];
}

/** Checks the signer that the operator provides, or the country in a generated signer's certificate. */
export function mdocIssuerFindings({ path, publicUrl, doctypes }: MdocIssuer): readonly FileFinding[] {
  if (doctypes.length === 0) return [];
  const chain = join(path, 'keys/mdoc.chain.pem');
  if (existsSync(chain)) return signerFindings(chain, doctypes);
  // Without https the server is for development, where a placeholder country is right.
  return publicUrl.startsWith('https:') ? countryFindings(join(path, 'tenant.json')) : [];
}

/** The extended key usages that verifiers demand: ISO/IEC 18013-5, annex B; EU age verification profile, annex A. */
const PURPOSES = [
  { doctype: MDL_DOCTYPE, purpose: MDL_DOCUMENT_SIGNER, signs: 'driving licences' },
  { doctype: AGE_DOCTYPE, purpose: AGE_DOCUMENT_SIGNER, signs: 'proofs of age' },
];

function signerFindings(file: string, doctypes: readonly string[]): readonly FileFinding[] {
  const leaf = leafIn(file);
  if (leaf === undefined) return [];
  return PURPOSES.filter(({ doctype, purpose }) => doctypes.includes(doctype) && !leaf.keyUsage?.includes(purpose)).map(
    ({ purpose, signs }) => {
      const detail = `Its leaf lacks the extended key usage ${purpose}: verifiers refuse the ${signs} that it signs`;
      return { file, pointer: '', detail };
    },
  );
}

/** The check of the keys reports a chain that cannot be read. */
function leafIn(file: string): X509Certificate | undefined {
  try {
    return pemCertificates(readFileSync(file, 'utf8'))[0];
  } catch {
    return undefined;
  }
}

function countryFindings(file: string): readonly FileFinding[] {
  if (existsSync(file) && !namesNoCountry(file)) return [];
  const detail = `No country set, so generated mdoc certificates contain the placeholder ${DEVELOPMENT_COUNTRY}. Set the issuing authority's country`;
  return [{ file, pointer: '/country', detail, level: 'warning' }];
}

/** A file that cannot be read is reported separately. */
function namesNoCountry(file: string): boolean {
  try {
    const { country } = parseTenantFile(readFileSync(file, 'utf8'));
    return country === undefined || country === DEVELOPMENT_COUNTRY;
  } catch {
    return false;
  }
}
