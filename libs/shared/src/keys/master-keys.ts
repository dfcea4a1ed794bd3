import type { Settings } from '../settings/settings.ts';

/** The master keys of the settings, as bytes. */
export function masterKeys(settings: Settings): { readonly masterKey: Buffer; readonly previousMasterKey?: Buffer } {
  const { MASTER_KEY: key, MASTER_KEY_PREVIOUS: previous } = settings;
  if (key === undefined) throw new Error('MASTER_KEY is not set');
  return {
    masterKey: Buffer.from(key, 'base64url'),
    ...(previous === undefined ? {} : { previousMasterKey: Buffer.from(previous, 'base64url') }),
  };
}
