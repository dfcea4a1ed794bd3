/** Signers that no tenant trusts. */

import type { JwtParts } from '../jwt/keys.ts';
import { newWalletKey, type WalletKey } from '../jwt/keys.ts';
import { createWalletProvider } from '../provider/wallet-provider.ts';

/** The same JWT under the chain of a provider, or issuer, that no tenant knows. */
export function byStranger(parts: JwtParts): JwtParts {
  const { x5c, key } = createWalletProvider({ name: 'Stranger' });
  return { ...parts, header: { ...parts.header, x5c }, sign: key };
}

let instance: WalletKey | undefined;

/** The key of another installation of the wallet: the same in every message of a run. */
export function otherInstance(): WalletKey {
  instance ??= newWalletKey();
  return instance;
}
