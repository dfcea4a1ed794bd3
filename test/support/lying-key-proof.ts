/** Key proofs of a wallet that lies. */
import type { JsonObject } from '@countersign/shared/kernel/json';
import { keyProof, newWalletKey } from '@countersign/wallet/jwt/keys';

/** A signed key proof whose claims and header are the right ones, with lies. */
export function lyingKeyProof(audience: string, nonce: string, lies: JsonObject): string {
  return keyProof(newWalletKey(), { audience, nonce, payload: lies, header: pickHeader(lies) });
}

function pickHeader(lies: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(lies).filter(([name]) => ['kid', 'crit', 'x5c', 'alg'].includes(name)));
}
