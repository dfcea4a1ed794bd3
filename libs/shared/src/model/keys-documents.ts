/** Key material, sealed. */
import type { TenantCollection, TenantDocument } from '../store/port.ts';

export interface KeyDocument extends TenantDocument {
  /** `<tenant>/<purpose>/<generation>`; purpose `data` is the tenant's data key, wrapped by the master key. */
  readonly id: string;
  readonly tenant: string;
  readonly purpose: 'data' | 'ca' | 'credential' | 'request' | 'encryption';
  readonly generation: number;
  /** Sealed private key (PKCS#8 PEM; for `encryption` a JWK), or the wrapped data key. */
  readonly sealed: string;
  readonly kid?: string;
  /** Leaf certificate (or CA certificate), PEM. */
  readonly certificate?: string;
  /** Milliseconds. */
  readonly notAfter?: number;
  readonly createdAt: number;
  /** Of an `encryption` key, milliseconds: from then on wallets are to use it; published before. */
  readonly usedFrom?: number;
}

export const keyDocuments: TenantCollection<KeyDocument> = {
  perTenant: true,
  name: 'keys',
  indexes: { purpose: { fields: ['tenant', 'purpose', 'generation'] } },
};
