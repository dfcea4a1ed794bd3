/** A wallet that is registered in `wallets.json` and authenticates by private_key_jwt (RFC 7523), with DPoP. */
import { randomUUID } from 'node:crypto';
import type { WalletProvider } from '@countersign/shared/test/crypto/wallet-provider';
import { Wallet, type WalletOptions } from '@countersign/wallet/issuance/wallet';
import { newWalletKey, signCompact } from '@countersign/wallet/jwt/keys';
import type { Answer } from '@countersign/wallet/sending/answer';

const ASSERTION = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

export class RegisteredWallet extends Wallet {
  readonly clientKey = newWalletKey();

  constructor(options: WalletOptions) {
    super({ clientId: 'registered', ...options });
  }

  /** Contents of `wallets.json`. */
  get registration(): object {
    const { clientId: client_id, redirectUri } = this;
    const jwks = { keys: [{ ...this.clientKey.publicJwk, kid: 'c', use: 'sig', alg: 'ES256' }] };
    return { public_clients: false, clients: [{ client_id, redirect_uris: [redirectUri], jwks }] };
  }

  override form(
    path: string,
    parameters: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    return super.form(path, { ...this.assertion(), ...parameters }, headers);
  }

  /** The parameters of client authentication. */
  assertion(): Record<string, string> {
    const iat = Math.floor(this.clock() / 1000);
    const claims = { iss: this.clientId, sub: this.clientId, aud: this.issuer, jti: randomUUID(), iat, exp: iat + 60 };
    const client_assertion = signCompact({ alg: 'ES256', kid: 'c' }, claims, this.clientKey.privateKey);
    return { client_assertion_type: ASSERTION, client_assertion };
  }
}

/** A request of one credential for a fresh key, which the wallet provider attests. */
export async function requestAttested(
  wallet: Wallet,
  provider: WalletProvider,
  token: string,
  credential_configuration_id: string,
): Promise<Answer> {
  const nonce = await wallet.nonce();
  const attestation = provider.keyAttestation({ keys: [newWalletKey().publicJwk], nonce });
  return wallet.credential(token, { credential_configuration_id, proofs: { attestation: [attestation] } });
}
