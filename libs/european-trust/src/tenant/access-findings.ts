/** Whether wallets accept a tenant's access certificate, as readable errors. */
import { createPublicKey, X509Certificate } from 'node:crypto';
import type { SigningKey } from '@countersign/shared/crypto/keys';
import type { RegistrationRules } from '@countersign/shared/flow-config/registration-rules';
import { checkAccessCertificate } from '../registration/access-certificate.ts';
import { anchorsOf } from '../registration/anchors.ts';
import { type Finding, RegistrationError } from '../registration/registration-error.ts';

export interface AccessCertificate {
  readonly key: Pick<SigningKey, 'x5c' | 'publicJwk'>;
  /** Certificates of the authorities that the tenant trusts for it. */
  readonly authorities: readonly X509Certificate[];
  readonly rules: Pick<RegistrationRules, 'requireSct'>;
  /** Milliseconds. */
  readonly now: number;
}

export interface AccessFindings {
  readonly refused: readonly Finding[];
  readonly warnings: readonly Finding[];
}

/** Without an authority nothing is found: its absence is a missing part. */
export function accessFindings({ key, authorities, rules, now }: AccessCertificate): AccessFindings {
  if (authorities.length === 0) return { refused: [], warnings: [] };
  try {
    const { warnings } = checkAccessCertificate({
      chain: key.x5c.map((der) => new X509Certificate(Buffer.from(der, 'base64'))),
      anchors: anchorsOf('WRPAC', authorities),
      publicKey: createPublicKey({ key: { ...key.publicJwk }, format: 'jwk' }),
      now,
      settings: rules,
    });
    return { refused: [], warnings };
  } catch (error) {
    if (error instanceof RegistrationError) return { refused: error.findings, warnings: [] };
    throw error;
  }
}
