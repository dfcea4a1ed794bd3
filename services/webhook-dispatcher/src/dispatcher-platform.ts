/** What the webhook dispatcher needs of the platform. */
import type { Platform } from '@countersign/shared/runtime/service';

export type DispatcherPlatform = Pick<
  Platform,
  'settings' | 'store' | 'vaults' | 'clock' | 'random' | 'log' | 'metrics' | 'wakeRelay'
>;
