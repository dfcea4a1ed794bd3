/** What a presentation is bound to in each way to present: the audience of an SD-JWT VC's proof, and the session transcript of an mdoc. Pure. */
import type { Cbor } from '../mdoc/cbor.ts';
import { dcApiTranscript, interactionTranscript, redirectTranscript } from '../mdoc/session-transcript.ts';
import type { PresentationRequest } from './present.ts';

export interface Binding {
  readonly audience: string;
  readonly transcript: Cbor;
}

/** A response that is posted to the verifier (OpenID4VP 1.0, 8.2; B.2.6.1). */
export function redirectBinding(request: PresentationRequest): Binding {
  const { client_id: clientId, response_uri: responseUri, nonce } = request;
  const transcript = redirectTranscript({ clientId, responseUri, nonce, encryptionKey: encryptionKeyOf(request) });
  return { audience: clientId, transcript };
}

/** A response at the authorization server. @param dialect the prefix of the audience */
export function interactionBinding(request: PresentationRequest, endpoint: string, dialect: 'ia' | 'iae'): Binding {
  const { nonce } = request;
  const transcript = interactionTranscript({ endpoint, nonce, encryptionKey: encryptionKeyOf(request) });
  return { audience: `${dialect}:${new URL(endpoint).origin}`, transcript };
}

/** A response to a page with an origin (OpenID4VP 1.0, A.4 and B.2.6.2). */
export function originBinding(request: PresentationRequest, origin: string): Binding {
  const { nonce } = request;
  const transcript = dcApiTranscript({ origin, nonce, encryptionKey: encryptionKeyOf(request) });
  return { audience: `origin:${origin}`, transcript };
}

function encryptionKeyOf({ response_mode: mode, client_metadata: metadata }: PresentationRequest) {
  return mode.endsWith('.jwt') ? metadata?.jwks?.keys[0] : undefined;
}
