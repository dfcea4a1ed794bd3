/** What the proofs in a response must contain, derived from its request. */
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
  /** Where the wallet posts its response, except in an interaction. */
  readonly responseUri: string;
  /** The key that the wallet encrypts to; absent for an unencrypted response. */
  readonly encryptionKey?: { readonly jwk: PublicJwk };
  /** Set if the response arrives at the authorization server. */
  readonly interaction?: { readonly dialect: InteractionDialect; readonly endpoint: string };
  /** Set over the Digital Credentials API: the accepted page origins. */
  readonly dcApi?: { readonly origins: readonly string[] };
}

export interface ProofContext {
  /** The full client identifier with its prefix: the audience of every Key Binding JWT (OpenID4VP 1.0, 14.10). */
  readonly clientId: string;
  /** Overrides `clientId`: the accepted audiences, one of which the Key Binding JWT must have. */
  readonly audiences?: readonly string[];
  readonly nonce: string;
  /** The encoded SessionTranscripts, of which the device signature of an mdoc must cover one (OpenID4VP 1.0, B.2.6). */
  readonly sessionTranscripts: () => readonly Buffer[];
}

/** The context of a request: it depends on how the request reached the wallet, and on nothing in the response. */
export function proofContext(request: ProvenRequest): ProofContext {
  const { clientId, nonce, responseUri, interaction, dcApi } = request;
  if (dcApi !== undefined) {
    return {
      clientId,
      nonce,
      // A.4: the page's audience, even if the request is signed under a client identifier
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

/** Thumbprint of the key that the response is encrypted to; null if it is unencrypted. */
function thumbprint({ encryptionKey }: ProvenRequest): Buffer | null {
  return encryptionKey === undefined ? null : Buffer.from(jwkThumbprint(encryptionKey.jwk), 'base64url');
}
