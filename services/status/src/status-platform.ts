/** What the status service needs of the platform. */
import type { Platform } from '@countersign/shared/runtime/service';

export type StatusPlatform = Pick<
  Platform,
  'settings' | 'store' | 'keys' | 'vaults' | 'clock' | 'random' | 'log' | 'wakeEntryRelay'
>;
