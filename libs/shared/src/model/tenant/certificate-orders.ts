/** Certificates that a tenant obtains through ACME: the order in progress, and how the last attempt ended. */
import type { KeyPurpose } from '../../crypto/keys.ts';
import type { TenantCollection, TenantDocument } from '../../store/port.ts';

/** An order that the authority has taken. Times are milliseconds. */
export interface OpenOrder {
  readonly url: string;
  /** The directory of its authority. */
  readonly directory: string;
  /** Thumbprint of the key that the certificate is for. */
  readonly kid: string;
  readonly placedAt: number;
}

/** Why the last attempt failed. */
export interface OrderFailure {
  readonly at: number;
  readonly reason: string;
  /** A finer reason, if the reason has one. */
  readonly detail?: string;
}

export interface CertificateOrderDocument extends TenantDocument {
  /** `<tenant>/<set>/<purpose>` */
  readonly id: string;
  readonly tenant: string;
  readonly set: string;
  readonly purpose: KeyPurpose;
  readonly order?: OpenOrder;
  /** Tokens of challenges that the authority looks up, if any. */
  readonly tokens?: readonly string[];
  /** Thumbprint of the account's key, part of the response for a token. */
  readonly thumbprint?: string;
  /** Not before this time. */
  readonly next: number;
  /** In a row. */
  readonly failures: number;
  readonly failure?: OrderFailure;
  /** When the last certificate was installed. */
  readonly obtainedAt?: number;
}

export const certificateOrders: TenantCollection<CertificateOrderDocument> = {
  perTenant: true,
  name: 'certificateOrders',
  indexes: { list: { fields: ['tenant', 'set', 'purpose'] }, token: { fields: ['tokens'] } },
};

export function certificateOrderId(
  tenant: string,
  { set, purpose }: Pick<CertificateOrderDocument, 'set' | 'purpose'>,
): string {
  return `${tenant}/${set}/${purpose}`;
}
