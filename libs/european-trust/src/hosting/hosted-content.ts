/**
 * The stored content of a list of trusted entities that a tenant publishes: checked, with the displayed facts of each
 * certificate.
 */
import type { HostedEntityBody, HostedListBody } from '@countersign/shared/messages/hosted-list';
import type { ListProfile } from '../lists/list-profiles.ts';
import type { ServicePurpose } from '../lists/trust-list.ts';
import { profileOf } from '../lists/written-source.ts';

export interface HostedScheme extends Omit<HostedListBody, 'revision' | 'nextSigners'> {
  /** DER, in base64. */
  readonly nextSigners: readonly string[];
}

export interface HostedCertificate {
  /** DER, in base64. */
  readonly val: string;
  readonly subject: string;
  /** In hexadecimal, as the other one. */
  readonly sha256: string;
  /** Hash of the public key, which stays when a certificate is renewed. */
  readonly key: string;
  /** Subject key identifier. */
  readonly keyId?: string;
  /** Milliseconds. */
  readonly notAfter: number;
}

type WrittenService = HostedEntityBody['services'][number];

/** A status of a service, and its start: milliseconds. */
export interface HostedStatus {
  readonly status: NonNullable<WrittenService['status']>;
  readonly since: number;
}

export interface HostedService extends Omit<WrittenService, 'certificates' | 'status'> {
  readonly certificates: readonly HostedCertificate[];
  /** The newest first; absent in lists whose services have no status. */
  readonly statuses?: readonly HostedStatus[];
}

export interface HostedEntity extends Omit<HostedEntityBody, 'revision' | 'services'> {
  readonly services: readonly HostedService[];
}

export interface HostedContent {
  readonly scheme: HostedScheme;
  readonly entities: readonly HostedEntity[];
  /** Nothing in it is valid any longer. */
  readonly closed?: true;
}

/** Default of `updateInterval`, seconds. */
const INTERVAL = 30 * 86_400;

/** Milliseconds from one version to its next update. */
export function intervalOf({ updateInterval = INTERVAL }: HostedScheme): number {
  return updateInterval * 1000;
}

export function hostedProfile({
  list,
  issuance,
  revocation,
}: Pick<HostedScheme, 'list' | 'issuance' | 'revocation'>): ListProfile {
  return profileOf({
    list,
    ...(issuance === undefined ? {} : { issuance: [issuance] }),
    ...(revocation === undefined ? {} : { revocation: [revocation] }),
  });
}

/** A purpose's service type, and what it is trusted for; undefined if lists of this type have no such services. */
export function serviceTypeOf(
  { services }: ListProfile,
  purpose: WrittenService['purpose'],
): readonly [type: string, counts: ServicePurpose] | undefined {
  return [...services].find(([, counts]) => counts.endsWith(`/${purpose}`));
}
