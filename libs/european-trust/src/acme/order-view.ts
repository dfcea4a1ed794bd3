/** A certificate's order as users and backends read it. */
import { isoTime } from '@countersign/shared/kernel/clock';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { CertificateOrderDocument } from '@countersign/shared/model/tenant/certificate-orders';
import { failureView } from '../renewal/failure-view.ts';
import type { AcmeCertificate } from './acme-certificates.ts';
import { acmeReasons } from './acme-reasons.ts';

/** Never an address of the order or a token. @param order undefined: nothing was due yet */
export function orderView(
  { set, purpose, directory }: Pick<AcmeCertificate, 'set' | 'purpose' | 'directory'>,
  order: CertificateOrderDocument | undefined,
): JsonObject {
  const { failures = 0, order: open, obtainedAt } = order ?? {};
  return {
    set,
    purpose,
    directory,
    state: stateOf(order),
    failures,
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
