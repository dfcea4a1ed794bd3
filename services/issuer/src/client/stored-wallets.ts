/** Registered wallets of a tenant that were written through the API. */
import type { JsonObject } from '@countersign/shared/kernel/json';
import {
  createSealedSetting,
  type SealedSetting,
  type SealedSettingParts,
} from '@countersign/shared/keys/sealed-setting';
import { parseRegistrations, type WalletClients } from './wallet-registrations.ts';

/** Absent: nothing was written, or it was deleted. */
export interface WrittenWallets {
  readonly registrations?: JsonObject;
}

export type StoredWallets = SealedSetting<
  WrittenWallets,
  { readonly registrations: JsonObject; readonly clients: WalletClients } | undefined
>;

export function createStoredWallets(parts: SealedSettingParts): StoredWallets {
  return createSealedSetting(parts, {
    kind: 'wallets',
    id: 'wallets',
    nothing: {},
    read: ({ registrations }: WrittenWallets) =>
      registrations && { registrations, clients: parseRegistrations(registrations) },
  });
}
