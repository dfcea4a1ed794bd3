/** The wallet as it is without a profile: a public client with DPoP, which sends no more than the standards ask for. */
import { INSERTED, NO_DEMANDS, ORDINARY } from './common.ts';
import type { WalletHabits } from './habits.ts';

export const PLAIN: WalletHabits = {
  ...ORDINARY,
  source: 'no other wallet: what the standards ask for, and no more',
  clientId: 'test-wallet',
  metadata: { ...INSERTED, ...NO_DEMANDS },
  authorization: { begins: 'challenge', asks: 'scope' },
};
