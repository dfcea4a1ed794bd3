/** Reports an operator's key whose certificate does not contain PUBLIC_URL's host. */
import { X509Certificate } from 'node:crypto';
import { addressNames } from '@countersign/shared/crypto/certificate-extensions';
import type { KeyPurpose, SigningKey } from '@countersign/shared/crypto/keys';
import { certificateHost, coversHost } from '@countersign/shared/crypto/x509';
import { isHighAssurance, type ProfileName } from '@countersign/shared/flow-config/tenant-profile';
import { credentialIssuer } from '@countersign/shared/kernel/identifiers';
import type { Settings } from '@countersign/shared/settings/settings';
import type { FileFinding } from './file-findings.ts';

export interface NamedKey {
  readonly settings: Pick<Settings, 'PUBLIC_URL' | 'CLIENT_ID_PREFIX'>;
  readonly tenant: string;
  /** Undefined if `tenant.json` is broken. */
  readonly profile: ProfileName | undefined;
  readonly purpose: KeyPurpose;
  /** The chain. */
  readonly file: string;
  readonly key: Pick<SigningKey, 'x5c'>;
}

/**
 * An access certificate contains contacts and no DNS name (ETSI TS 119 411-8, GEN-6.6.1-07), which is enough for
 * `x509_hash`. Only the prefix `x509_san_dns` needs the host. A credential certificate with other addresses is worth a
 * warning.
 */
export function hostFindings({ settings, tenant, profile, purpose, file, key }: NamedKey): readonly FileFinding[] {
  const { PUBLIC_URL, CLIENT_ID_PREFIX } = settings;
  const leaf = new X509Certificate(Buffer.from(key.x5c[0] ?? '', 'base64'));
  const host = certificateHost(PUBLIC_URL);
  if (coversHost(leaf, host)) return [];
  // Profile haip always uses x509_hash.
  if (purpose === 'request' && CLIENT_ID_PREFIX === 'x509_san_dns' && !isHighAssurance(profile)) {
    const detail = `CLIENT_ID_PREFIX is x509_san_dns, and no subject alternative name of its leaf covers ${host.value}`;
    return [{ file, pointer: '', detail }];
  }
  const { uris, hosts } = addressNames(leaf);
  const issuer = credentialIssuer(PUBLIC_URL, tenant);
  if (purpose !== 'credential' || (uris.length === 0 && !hosts) || uris.includes(issuer)) return [];
  const detail = `Its leaf names addresses, but neither ${host.value} nor ${issuer}: verifiers that compare them with iss refuse its credentials`;
  return [{ file, pointer: '', detail, level: 'warning' }];
}
