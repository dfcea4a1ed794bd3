/**
 * A wallet of the HAIP line over HTTP: attested, DPoP-bound, encrypting, with the habits of any wallet in the table.
 * Each step of the protocol is a separate method, so that a test can repeat, change or skip it. Endpoints come from the
 * metadata.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { WalletKey } from '../jwt/keys.ts';
import type { Answer } from '../sending/answer.ts';
import { required, WalletRefuses } from '../sending/failures.ts';
import { silent } from '../sending/narrator.ts';
import type { Body, Headers } from '../sending/sender.ts';
import { byChallenge } from './authorize.ts';
import { credentialBody } from './credential-request.ts';
import { type AskedEncryption, askEncryption, decryptAnswer, encryptRequest } from './encryption.ts';
import type { Offer } from './offer.ts';
import { makeProofs, type Proofs } from './proofs.ts';
import { TokenWallet } from './token-wallet.ts';

export interface CredentialRequest {
  readonly configuration: string;
  readonly keys: readonly WalletKey[];
  /** Replaces the proofs of the habits. */
  readonly proofs?: Proofs;
}

export interface Issued {
  /** Decrypted. */
  readonly answer: Answer;
  readonly keys: readonly WalletKey[];
  readonly encrypted: boolean;
}

export class ProfileWallet extends TokenWallet {
  #nonceOfAnswer: { readonly nonce: string | undefined } | undefined;

  /** @param present responds to the link's request; returns `presentation_during_issuance_session` @returns the code */
  async codeByChallenge(offer: Offer, present: (link: string) => Promise<string>): Promise<string> {
    return (await byChallenge(this, offer, silent, present)).code;
  }

  async nonce(): Promise<string> {
    const { issuer } = await this.metadata();
    const url = required(issuer.nonce_endpoint, 'nonce endpoint');
    const { nonceType } = this.habits.credential;
    const headers = nonceType === undefined ? {} : { 'content-type': nonceType };
    const answer = await this.transport.send(() => ({ step: 'nonce', method: 'POST', url, headers }));
    return this.accepted('nonce', answer).json.c_nonce;
  }

  /**
   * The proofs that the habits require for those keys, with a fresh or the given nonce. Only attested proofs if the
   * metadata requires them.
   */
  async proofs(configuration: string, keys: readonly WalletKey[], nonce?: string): Promise<Proofs> {
    const { issuer } = await this.metadata();
    const { proof_types_supported: types = {} } = issuer.credential_configurations_supported[configuration] ?? {};
    const asks = Object.values(types).some((type) => type.key_attestations_required !== undefined);
    const attester = asks ? required(this.options.attester, 'wallet provider for a key attestation') : undefined;
    const { sign } = this.transport;
    const common = {
      keys,
      nonce: nonce ?? (await this.#freshNonce()),
      audience: this.issuer,
      iat: this.now,
      attester,
      sign,
    };
    return makeProofs({ ...common, clientId: this.options.attester && this.clientId }, this.habits.proof);
  }

  async credential(request: CredentialRequest): Promise<Issued> {
    const { issuer } = await this.metadata();
    const { configuration, keys } = request;
    const proofs = request.proofs ?? (await this.proofs(configuration, keys));
    const input = {
      id: configuration,
      configuration: issuer.credential_configurations_supported[configuration],
      proofs,
    };
    const details = this.token?.json.authorization_details ?? [];
    const body = credentialBody({ ...input, details }, this.habits.credential);
    const answer = await this.encrypted(issuer.credential_endpoint, body);
    this.#nonceOfAnswer = { nonce: answer.answer.json?.c_nonce };
    if (answer.answer.status < 300) this.known('credential', answer.answer);
    return { ...answer, keys };
  }

  /** Some wallets take it from the previous response, even if that has no nonce. */
  async #freshNonce(): Promise<string | undefined> {
    const { nonceOfAnswer } = this.habits.credential;
    return nonceOfAnswer === true && this.#nonceOfAnswer !== undefined ? this.#nonceOfAnswer.nonce : this.nonce();
  }

  /** How many keys this wallet sends proofs of. */
  async proofCount(): Promise<number> {
    const { issuer } = await this.metadata();
    return this.habits.credential.keys === 'batch' ? (issuer.batch_credential_issuance?.batch_size ?? 1) : 1;
  }

  /** Asks with a transaction until the credentials come. @param pause milliseconds @throws Error after 100 requests */
  async collect(first: Issued, pause = 20): Promise<Issued> {
    const { transaction_id: id, interval } = first.answer.json;
    let issued = first;
    for (let tries = 0; issued.answer.status === 202; tries += 1) {
      const { transaction_id: again, interval: next } = issued.answer.json;
      if (again !== id || !(next > 0) || tries === 100)
        throw new Error(`still deferred after 100 requests: ${interval} ${again}`);
      await sleep(pause);
      issued = await this.askAgain(first);
    }
    return issued;
  }

  /** Requests a deferred credential once. @throws WalletRefuses if the wallet refuses such a deferred response */
  async askAgain({ answer, keys }: Issued): Promise<Issued> {
    const { transaction_id } = answer.json;
    const endpoint = required((await this.metadata()).issuer.deferred_credential_endpoint, 'deferred endpoint');
    const next = await this.encrypted(endpoint, { transaction_id });
    if (
      this.habits.credential.refusesNotificationOfDeferred === true &&
      next.answer.json?.notification_id !== undefined
    ) {
      throw new WalletRefuses('The deferred response has a notification_id, which this wallet does not accept');
    }
    return { ...next, keys };
  }

  async notify(notificationId: string, event = 'credential_accepted'): Promise<Answer> {
    const { issuer } = await this.metadata();
    const endpoint = required(issuer.notification_endpoint, 'notification endpoint');
    return this.#send(endpoint, { json: { notification_id: notificationId, event } });
  }

  /** Sends a body to a resource endpoint, encrypted if the issuer offers or requires it, and decrypts the response. */
  async encrypted(endpoint: string, body: object): Promise<{ readonly answer: Answer; readonly encrypted: boolean }> {
    const { issuer } = await this.metadata();
    const { credential_request_encryption: offer } = issuer;
    const asked: AskedEncryption | undefined = askEncryption(issuer, this.habits.encryption);
    const json = asked === undefined ? body : { ...body, credential_response_encryption: asked.member };
    const encrypts = offer !== undefined && (asked !== undefined || offer.encryption_required);
    const encrypt = (clear: object) => encryptRequest(required(offer, 'key'), clear, this.habits.encryption);
    const answer = await this.#send(endpoint, encrypts ? { json, encrypt } : { json });
    return { answer: await decryptAnswer(answer, asked), encrypted: asked !== undefined && answer.status < 300 };
  }

  /** A request with the access token. @param headers override the wallet's */
  async resource(endpoint: string, body: string, type = 'application/json', headers?: Headers): Promise<Answer> {
    return this.#send(endpoint, { text: body }, { 'content-type': type, ...headers });
  }

  async #send(endpoint: string, body: Body, headers?: Headers): Promise<Answer> {
    const { access: accessToken } = required(this.token, 'token');
    const { deferred_credential_endpoint: deferred, notification_endpoint: notification } = (await this.metadata())
      .issuer;
    const step = endpoint === deferred ? 'deferred' : endpoint === notification ? 'notification' : 'credential';
    return this.sender.resource({ step, endpoint, accessToken }, body, headers);
  }
}
