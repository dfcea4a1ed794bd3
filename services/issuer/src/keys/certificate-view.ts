/** A certificate as the management API shows it. */
import { isoTime } from '@countersign/shared/kernel/clock';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { ListedCertificate } from './key-operations.ts';

const DAY = 86_400_000;

/** @param now milliseconds */
export function certificateView({ subject, sha256, notAfter, pem }: ListedCertificate, now: number): JsonObject {
  // Whole days; negative after its end.
  return { subject, sha256, notAfter: isoTime(notAfter), daysLeft: Math.floor((notAfter - now) / DAY), pem };
}
