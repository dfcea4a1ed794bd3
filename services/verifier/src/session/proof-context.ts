/** What the proofs of an answer must name, as a function of its request. */
import { jwkThumbprint } from '@countersign/shared/crypto/jwk';
import type { PublicJwk } from '@countersign/shared/crypto/keys';
import type { InteractionDialect } from '@countersign/shared/model/session/issuance-part';
import { interactionAudiences } from '@countersign/shared/openid4vp/interaction';
import { dcApiTranscript, interactionTranscript, redirectTranscript } from '../mdoc/session-transcript.ts';

/** The parts of a request on which its proofs depend. */
export interface ProvenRequest {
  /** With its prefix. */
  readonly clientId: string;
  readonly nonce: string;
  /** Where the wallet posts its answer, where that is not an interaction. */
  readonly responseUri: string;
  /** The key that the wallet encrypts to; absent where the answer is not encrypted. */
  readonly encryptionKey?: { readonly jwk: PublicJwk };
  /** Set where the answer comes to the authorization server. */
  readonly interaction?: { readonly dialect: InteractionDialect; readonly endpoint: string };
  /** Set over the Digital Credentials API: the origins of pages whose answers count. */
  readonly dcApi?: { readonly origins: readonly string[] };
}

export interface ProofContext {
  /** The full client identifier with its prefix: the audience of every Key Binding JWT (OpenID4VP 1.0, 14.10). */
  readonly clientId: string;
  /** In place of `clientId`: the accepted audiences, one of which the Key Binding JWT must have. */
  readonly audiences?: readonly string[];
  readonly nonce: string;
  /** The encoded SessionTranscripts, of which the device signature of an mdoc must cover one (OpenID4VP 1.0, B.2.6). */
  readonly sessionTranscripts: () => readonly Buffer[];
}

/** The context of a request: of its way to the wallet, and of nothing in the answer. */
export function proofContext(request: ProvenRequest): ProofContext {
  const { clientId, nonce, responseUri, interaction, dcApi } = request;
  if (dcApi !== undefined) {
    return {
      clientId,
      nonce,
      // A.4: of the page, also where the request is signed under a client identifier
      audiences: dcApi.origins.map((origin) => `origin:${origin}`),
      sessionTranscripts: () =>
        dcApi.origins.map((origin) => dcApiTranscript({ origin, nonce, jwkThumbprint: thumbprint(request) })),
    };
  }
  if (interaction === undefined) {
    return {
      clientId,
      nonce,
      sessionTranscripts: () => [
        redirectTranscript({ clientId, nonce, jwkThumbprint: thumbprint(request), responseUri }),
      ],
    };
  }
  const { dialect, endpoint } = interaction;
  return {
    clientId,
    nonce,
    audiences: interactionAudiences(dialect, endpoint),
    sessionTranscripts: () => [interactionTranscript({ endpoint, nonce, jwkThumbprint: thumbprint(request) })],
  };
}

/** Of the key that the answer is encrypted to; null where it is not encrypted. */
function thumbprint({ encryptionKey }: ProvenRequest): Buffer | null {
  return encryptionKey === undefined ? null : Buffer.from(jwkThumbprint(encryptionKey.jwk), 'base64url');
}
