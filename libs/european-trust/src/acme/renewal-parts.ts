/** What the renewal of certificates needs, and one certificate with its order. */
import type { Outbound } from '@countersign/shared/http/outbound';
import type { KeySets } from '@countersign/shared/keys/key-sets';
import type { CertificateOrderDocument } from '@countersign/shared/model/tenant/certificate-orders';
import type { Platform } from '@countersign/shared/runtime/service';
import type { TenantStore } from '@countersign/shared/store/of-tenant';
import type { TrustAnchors } from '@countersign/shared/trust/trust-anchors';
import type { AcmeAccounts } from './acme-accounts.ts';
import type { AcmeCertificate, AcmeCertificates } from './acme-certificates.ts';
import type { PartyAtRegistrar } from './registrar-challenge.ts';

export type CertificateKeys = Pick<KeySets, 'list' | 'begin' | 'install'>;

/** A registration certificate from an order, and the id that acme.json gives it. */
export interface ObtainedRegistration {
  readonly id: string;
  readonly jwt: string;
}

export interface RenewalParts {
  readonly platform: Pick<Platform, 'store' | 'clock' | 'log' | 'metrics' | 'newEventId'>;
  readonly outbound: Outbound;
  readonly keys: CertificateKeys;
  readonly accounts: AcmeAccounts;
  readonly certificates: AcmeCertificates;
  readonly trustAnchors: TrustAnchors;
  /** Value of an environment variable that the file names. */
  readonly variable: (name: string) => string | undefined;
  readonly tenants: () => Promise<readonly string[]>;
  /** The tenant's party at its registrar; undefined without a registrar. */
  readonly registrarOf?: (tenant: string) => PartyAtRegistrar | undefined;
  /** Checks a registration certificate and stores it, as the API does. @throws ProtocolError */
  readonly storeRegistration: (tenant: string, registration: ObtainedRegistration) => Promise<void>;
}

/** One certificate of one tenant, and its order's state. */
export interface Renewal {
  readonly tenant: string;
  readonly certificate: AcmeCertificate;
  readonly own: TenantStore;
  readonly document: CertificateOrderDocument;
}
