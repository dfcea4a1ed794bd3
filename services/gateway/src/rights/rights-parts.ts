/** What the rights page needs from the process. */
import type { Audit } from '@countersign/shared/audit/record';
import type { BrandOf } from '@countersign/shared/pages/brand';
import type { Platform } from '@countersign/shared/runtime/service';

export interface RightsParts
  extends Pick<Platform, 'settings' | 'store' | 'vaults' | 'clock' | 'random' | 'call' | 'requirementsOf'> {
  readonly brandOf: BrandOf;
  readonly audit: Pick<Audit, 'record' | 'line'>;
}

/** The client in the records of a user on the rights page. */
export const PERSON = '[person]';
