/** Warnings about age checks (EU age verification profile): what its wallets can't do, and ordinary ones can. Pure. */
import type { JsonObject } from '@countersign/shared/kernel/json';
import { AGE_DOCTYPE } from '@countersign/shared/mdoc/element-types';
import type { DryRunRequest } from '@countersign/shared/messages/dry-run-request';
import type { Settings } from '@countersign/shared/settings/settings';
import { isMdocConfiguration, member } from './claim-names.ts';
import type { Warning } from './warning.ts';

/** Annex A recommends it: each copy is presented once. */
const BATCH = 30;

/** Characters. A longer link makes a QR code that cameras read slowly or not at all. */
const LONGEST_LINK = 1000;

/** Whether the requests of a presentation configuration are unsigned. */
export function asksForAge({ profile }: JsonObject): boolean {
  return profile === 'age';
}

export interface AgeIssuance {
  readonly configuration: JsonObject;
  readonly settings: Pick<Settings, 'BATCH_SIZE' | 'PAR'>;
  readonly flow: DryRunRequest['flow'];
  /** Whether the tenant's profile is haip or eu. */
  readonly haip: boolean;
}

export function ageIssuanceWarnings({ configuration, settings, flow, haip }: AgeIssuance): readonly Warning[] {
  const { doctype } = member(configuration, 'config');
  if (!isMdocConfiguration(configuration) || doctype !== AGE_DOCTYPE) return [];
  const { BATCH_SIZE: size, PAR: par } = settings;
  return [
    ...(size < BATCH
      ? [{ code: 'age_batch_small' as const, detail: `BATCH_SIZE is ${size}, and wallets request what it says` }]
      : []),
    ...(par === 'required' && flow !== 'pre_authorized_code'
      ? [{ code: 'age_par_required' as const, detail: 'PAR is required, and wallets of proofs of age push no request' }]
      : []),
    ...(haip
      ? [
          {
            code: 'age_under_haip' as const,
            detail: 'Wallets of proofs of age have no attestation, which haip requires',
          },
        ]
      : []),
  ];
}

/** @param link of a request that the link itself contains */
export function longLinkWarnings(link: string): readonly Warning[] {
  if (link.length <= LONGEST_LINK) return [];
  return [{ code: 'link_long', detail: `The link has ${link.length} characters` }];
}
