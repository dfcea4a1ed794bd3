/** The platform that services are made with, from its parts: the same for one process and for separate ones. */
import type { Topic } from '../bus/catalogue.ts';
import type { Bus } from '../bus/port.ts';
import { createRelay, type Relay } from '../bus/relay.ts';
import { createKeyRing } from '../crypto/key-ring.ts';
import { masterKeys } from '../crypto/master-keys.ts';
import { createVaults } from '../crypto/vaults.ts';
import { type SessionDocument, sessions } from '../store/sessions.ts';
import type { Platform } from './service.ts';

export interface PlatformParts
  extends Pick<Platform, 'settings' | 'store' | 'cache' | 'clock' | 'random' | 'log' | 'call'> {
  /** None where the process neither publishes nor consumes. */
  readonly bus?: Bus;
  /** What the services of this process publish. */
  readonly topics: readonly Topic[];
}

export interface AssembledPlatform {
  readonly platform: Platform;
  /** Of the sessions; to be run with the services. */
  readonly relays: readonly Relay<SessionDocument>[];
}

/** Puts it together; nothing is started. */
export function createPlatform({ bus, topics, ...parts }: PlatformParts): AssembledPlatform {
  const { settings, store, clock, random, log } = parts;
  const relay = bus && createRelay({ store, bus, collection: sessions, topics, clock, log });
  const vaults = createVaults({ store, random, clock, ...masterKeys(settings) });
  const { PUBLIC_URL: publicUrl, CONFIG_FOLDER: configFolder } = settings;
  const platform: Platform = {
    ...parts,
    keys: createKeyRing({ store, vaults, publicUrl, configFolder, clock, log }),
    vaults,
    wakeRelay: (session) => relay?.wake(session.id, session),
  };
  return { platform, relays: relay === undefined ? [] : [relay] };
}
