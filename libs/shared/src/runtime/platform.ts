/** Assembles the platform of services: the same for one process and for separate ones. */

import type { Bus } from '../bus/port.ts';
import type { ReplayCache } from '../cache/port.ts';
import { createKnownKeys } from '../crypto/known-keys.ts';
import { createRequirements } from '../flow-config/tenant-profile.ts';
import type { ServiceName } from '../kernel/service-name.ts';
import { createKeyRing } from '../keys/key-ring.ts';
import { masterKeys } from '../keys/master-keys.ts';
import type { Signers } from '../keys/signer.ts';
import { createVaults } from '../keys/vaults.ts';
import { createRelays, type Relays } from './relays.ts';
import type { Platform } from './service.ts';

export interface PlatformParts
  extends Pick<Platform, 'settings' | 'store' | 'cache' | 'edits' | 'clock' | 'random' | 'log' | 'metrics' | 'call'> {
  /** Undefined if the process neither publishes nor consumes: outboxes then wait for a process that publishes. */
  readonly bus: Bus | undefined;
  /** Default: the cache's */
  readonly lastingReplayCache?: ReplayCache;
  /** The services of this process that publish. */
  readonly publishing: readonly ServiceName[];
  /** Absent: keys are created in the process, without signers. */
  readonly signers?: Signers;
}

export interface AssembledPlatform {
  readonly platform: Platform;
  /** Run with the services. */
  readonly relays: Relays;
}

/** Assembles the platform; starts nothing. */
export function createPlatform({ bus, publishing, ...parts }: PlatformParts): AssembledPlatform {
  const { settings, store, clock, random, log } = parts;
  const events = settings.EVENTS === 'off' ? undefined : { random, publicUrl: settings.PUBLIC_URL };
  const relays = createRelays({ store, bus, services: publishing, clock, log, events });
  const vaults = createVaults({ store, random, clock, ...masterKeys(settings) });
  const { PUBLIC_URL: publicUrl, CONFIG_FOLDER: configFolder } = settings;
  const platform: Platform = {
    ...parts,
    lastingReplayCache: parts.lastingReplayCache ?? parts.cache,
    keys: createKeyRing({
      store,
      vaults,
      publicUrl,
      configFolder,
      clock,
      log,
      ...(parts.edits && { edits: parts.edits }),
      ...(parts.signers && { signers: parts.signers }),
    }),
    knownKeys: createKnownKeys(),
    vaults,
    requirementsOf: createRequirements(parts),
    wakeRelay: relays.wakeRelay,
    wakeEntryRelay: relays.wakeEntryRelay,
    newEventId: relays.newEventId,
    noteEvent: relays.noteEvent,
  };
  return { platform, relays };
}
