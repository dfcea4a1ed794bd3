/** The wallet without a profile: a public client with DPoP, which sends no more than the standards require. */
import { INSERTED, NO_DEMANDS, ORDINARY } from './common.ts';
import type { WalletHabits } from './wallet-habits.ts';

export const PLAIN: WalletHabits = {
  ...ORDINARY,
  source: 'like no particular wallet: exactly what the standards require',
  clientId: 'test-wallet',
  metadata: { ...INSERTED, ...NO_DEMANDS },
  authorization: { begins: 'challenge', asks: 'scope' },
};

/** A wallet of mobile driving licences and other mdocs: it knows no SD-JWT VC. */
export const MDL: WalletHabits = {
  ...PLAIN,
  source: 'no real wallet: it accepts and presents only mdocs',
  presentation: { requestMethod: 'post', discloses: 'asked', formats: ['mso_mdoc'] },
};
