/** What real wallets do if the standards leave it open: what each sends, leaves out and refuses. */

import { EUDI_WALLETS } from './eudi-wallets.ts';
import { OTHER_WALLETS } from './other-wallets.ts';
import { MDL, PLAIN } from './plain.ts';
import type { WalletHabits } from './wallet-habits.ts';

export const WALLETS = {
  ...EUDI_WALLETS,
  ...OTHER_WALLETS,
  plain: PLAIN,
  mdl: MDL,
} as const satisfies Readonly<Record<string, WalletHabits>>;

export type WalletName = keyof typeof WALLETS;

/** The profiles of wallets that exist. */
export const REAL_WALLETS: readonly WalletName[] = [
  ...(Object.keys(EUDI_WALLETS) as (keyof typeof EUDI_WALLETS)[]),
  ...(Object.keys(OTHER_WALLETS) as (keyof typeof OTHER_WALLETS)[]),
];
