/** A certificate's order as users and backends read it. */
import { isoTime } from '@countersign/shared/kernel/clock';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { CertificateOrderDocument } from '@countersign/shared/model/tenant/certificate-orders';
import { failureView } from '../renewal/failure-view.ts';
import { type Life, renewalTime } from '../renewal/renewal-times.ts';
import type { AcmeCertificate } from './acme-certificates.ts';
import { acmeReasons } from './acme-reasons.ts';

export interface RenewalState {
  /** Undefined: nothing was due yet. */
  readonly order: CertificateOrderDocument | undefined;
  /** The newest certificate's; undefined without one. */
  readonly life: Life | undefined;
}

/** Never an address of the order or a token. */
export function orderView(
  { set, purpose, directory }: Pick<AcmeCertificate, 'set' | 'purpose' | 'directory'>,
  { order, life }: RenewalState,
): JsonObject {
  const { failures = 0, order: open, obtainedAt } = order ?? {};
  return {
    set,
    purpose,
    directory,
    state: stateOf(order),
    failures,
    ...(life === undefined ? {} : { expiresAt: isoTime(life.notAfter), renewsAt: isoTime(renewalTime(life)) }),
    ...(open === undefined ? {} : { orderedAt: isoTime(open.placedAt) }),
    ...(obtainedAt === undefined ? {} : { succeededAt: isoTime(obtainedAt) }),
    ...(order === undefined ? {} : failureView(order, acmeReasons)),
  };
}

function stateOf(document: CertificateOrderDocument | undefined): 'waiting' | 'ordered' | 'done' | 'failing' {
  if (document?.failure !== undefined) return 'failing';
  if (document?.order !== undefined) return 'ordered';
  return document?.obtainedAt === undefined ? 'waiting' : 'done';
}
