/** Steps of a wallet, in the order of the protocols. */
export const walletStepNames = [
  'offer',
  'par',
  'authorize',
  'challenge',
  'token',
  'credential',
  'deferred',
  'notification',
  'request-object',
  'response',
] as const;

export type WalletStep = (typeof walletStepNames)[number];
