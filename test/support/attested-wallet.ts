/** A wallet that authenticates by an attestation of its provider, with a challenge for each request. */
import {
  createWalletInstance,
  type HeadersInput,
  type WalletInstance,
  type WalletProvider,
} from '@countersign/shared/test/crypto/wallet-provider';
import { Wallet, type WalletOptions } from '@countersign/wallet/issuance/wallet';
import { type Answer, read } from '@countersign/wallet/sending/answer';

export type AttestationHeaders = Readonly<Record<string, string>>;

export class AttestedWallet extends Wallet {
  readonly instance: WalletInstance;

  constructor({
    provider,
    instance,
    ...options
  }: WalletOptions & { readonly provider: WalletProvider; readonly instance?: WalletInstance }) {
    super(options);
    this.instance = instance ?? createWalletInstance({ provider, clientId: this.clientId });
  }

  async attestationChallenge(): Promise<string> {
    const answer = await read(await this.fetch(`${this.issuer}/authorize/attestation-challenge`, { method: 'POST' }));
    if (answer.status !== 200) throw new Error(`No challenge: ${answer.status} ${answer.text}`);
    return answer.json.attestation_challenge;
  }

  /** Headers with a fresh challenge. @param input replaces parts of them */
  async attested(input: Partial<HeadersInput> = {}): Promise<AttestationHeaders> {
    return { ...this.instance.headers({ aud: this.issuer, challenge: await this.attestationChallenge(), ...input }) };
  }

  /** @param headers override the wallet's; any attestation header replaces all of the wallet's own */
  override async form(
    path: string,
    parameters: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const own = Object.keys(headers).some((name) => name.startsWith('oauth-client-attestation'));
    return this.plain(path, parameters, { ...(own ? {} : await this.attested()), ...headers });
  }

  /** A form without attestation. */
  plain(path: string, parameters: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer> {
    return super.form(path, parameters, headers);
  }
}
