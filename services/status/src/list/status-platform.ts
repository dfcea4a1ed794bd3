/** The parts of the platform that the status service uses. */
import type { Platform } from '@countersign/shared/runtime/service';

export type StatusPlatform = Pick<
  Platform,
  | 'requirementsOf'
  | 'settings'
  | 'store'
  | 'keys'
  | 'vaults'
  | 'clock'
  | 'random'
  | 'log'
  | 'metrics'
  | 'wakeEntryRelay'
  | 'newEventId'
>;
