/**
 * A mistake that a wallet can make. Everything that the wallet sends and signs goes through the fault in use, which may
 * change it, leave it out, or do more after a step.
 */
import type { JwtParts, Step } from '../jwt/signer.ts';
import type { Answer } from './answer.ts';

/** A request as it leaves. At most one of `form`, `json` and `text` is the body. */
export interface WalletRequest {
  readonly step: Step;
  readonly method: string;
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly form?: Readonly<Record<string, string>>;
  readonly json?: object;
  readonly text?: string;
  /** Encrypts `json`: the JWE is the body, or beside a `form` its parameter `response`. Without it `json` leaves in clear. */
  readonly encrypt?: (clear: object) => Promise<string>;
}

/** What a fault may do after a step that the server accepted. The wallet goes on with the last answer. */
export interface FaultContext {
  /** As it was sent. */
  readonly request: WalletRequest;
  readonly answer: Answer;
  /** Sends a request as it is given: `request` once more, with the same proofs, or another. */
  send(request: WalletRequest): Promise<Answer>;
  /** The same request with new proofs. */
  again(): Promise<Answer>;
  /** @param seconds real time */
  wait(seconds: number): Promise<void>;
}

export interface Fault {
  /** The name of the reason that it leads to, in the server's catalogue. */
  readonly reason: string;
  readonly step: Step;
  /** One sentence for `--list-faults`. */
  readonly summary: string;
  /** What an offer, a request or a wallet must have for it: `tx_code`, `dpop`, `attestation` and the like. */
  readonly needs?: readonly string[];
  /** Before a request of the step leaves; undefined leaves it out. */
  request?(request: WalletRequest): WalletRequest | undefined;
  /** Before any JWT is signed, whatever its step; a string replaces it. */
  jwt?(parts: JwtParts): JwtParts | string;
  after?(context: FaultContext): Promise<void>;
}
