/**
 * A deliberate error of a wallet. Everything that the wallet sends and signs goes through the fault in use, which may
 * change it, leave it out, or do more after a step.
 */

import type { JwtParts } from '../jwt/keys.ts';
import type { Step } from '../jwt/signer.ts';
import type { CborMap } from '../mdoc/cbor.ts';
import type { DeviceResponseParts } from '../mdoc/device-response.ts';
import type { Answer } from './answer.ts';

/** A request to send. At most one of `form`, `json` and `text` is the body. */
export interface WalletRequest {
  readonly step: Step;
  readonly method: string;
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly form?: Readonly<Record<string, string>>;
  readonly json?: object;
  readonly text?: string;
  /**
   * Encrypts `json`: the JWE is the body, or the parameter `response` in a `form`. Without it `json` is sent
   * unencrypted.
   */
  readonly encrypt?: (clear: object) => Promise<string>;
}

/** What a fault can read of the run, and what it can do. */
export interface FaultContext extends FaultMemory {
  /** Sends exactly this request: an earlier one with the same proofs, or another. */
  send(request: WalletRequest): Promise<Answer>;
  /** The last request of a step with new proofs; by default of the step that the fault acts at. */
  again(step?: Step, change?: (request: WalletRequest) => WalletRequest): Promise<Answer>;
  /** @param seconds real time */
  wait(seconds: number): Promise<void>;
}

/** What the wallet has sent and received. */
export interface FaultMemory {
  /** The last request of a step, as sent. @throws Error if there was none */
  sent(step: Step): WalletRequest;
  /** The last response of a step. @param having a member that it must have @throws Error if there was none */
  answered(step: Step, having?: string): Answer;
}

/** After a request of the step. */
export interface Exchanged extends FaultContext {
  /** As it was sent. */
  readonly request: WalletRequest;
  readonly answer: Answer;
}

/** The response that the wallet continues with; undefined for the last one. */
type Continued = Promise<Answer | undefined>;

export interface Fault {
  /** The reason that it causes, in the server's catalogue. */
  readonly reason: string;
  /** The step at which it acts. */
  readonly step: Step;
  /** Further steps whose requests and JWTs it changes. */
  readonly also?: readonly Step[];
  /** One sentence for `--list-faults`. */
  readonly summary: string;
  /** What an offer, a request or a wallet must have for it: `tx_code`, `dpop`, `attestation` and the like. */
  readonly needs?: readonly string[];
  /** Before a request of the step is created. @param next the request that would be sent */
  before?(context: FaultContext & { readonly next: WalletRequest }): Promise<void>;
  /** Before a request of the step leaves; undefined leaves it out. */
  request?(request: WalletRequest, memory: FaultMemory): WalletRequest | undefined;
  /** Before a JWT of the step is signed; a string replaces it. */
  jwt?(parts: JwtParts): JwtParts | string;
  /** Presents its newest credential, whether it matches the query or not. */
  readonly presentsAny?: true;
  /** Before a credential is presented: the SD-JWT with its disclosures, which the key binding will cover. */
  credential?(sdJwt: string): string;
  /** Before an mdoc is presented: what its device signs, and the key. */
  mdoc?(parts: DeviceResponseParts): DeviceResponseParts;
  /** Before an mdoc is presented: the device response. @param parts of the response */
  deviceResponse?(response: CborMap, parts: DeviceResponseParts): CborMap;
  /** After a request of the step that the server accepted. */
  after?(exchanged: Exchanged): Continued;
  /** After a request of the step that the server refused. */
  failed?(exchanged: Exchanged): Continued;
}
