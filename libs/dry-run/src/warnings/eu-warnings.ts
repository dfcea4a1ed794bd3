/** Warnings about requirements of EU wallets for a tenant. Pure. */
import type { Finding } from '@countersign/european-trust/registration/registration-error';
import type { MissingEuPart } from '@countersign/european-trust/tenant/eu-parts';
import { findingText } from '@countersign/european-trust/tenant/field-errors';
import type { Warning } from './warning.ts';

export interface EuSurroundings {
  readonly missing: readonly MissingEuPart[];
  /** What wallets refuse in the access certificate. */
  readonly refused: readonly Finding[];
}

export function euWarnings(found: EuSurroundings | undefined): readonly Warning[] {
  if (found === undefined) return [];
  return [
    ...found.missing.map(({ place, detail }) => ({ code: 'eu_part_missing' as const, detail: `${place}: ${detail}` })),
    ...found.refused.map((one) => ({ code: 'access_certificate_refused' as const, detail: findingText(one) })),
  ];
}
