/** What the proofs of an answer must name, as a function of its request. */

import type { InteractionDialect } from '@countersign/shared/model/issuance/issuance-part';
import { interactionAudiences } from '@countersign/shared/openid4vp/interaction';

/** The parts of a request on which its proofs depend. */
export interface ProvenRequest {
  /** With its prefix. */
  readonly clientId: string;
  readonly nonce: string;
  /** Set where the answer comes to the authorization server. */
  readonly interaction?: { readonly dialect: InteractionDialect; readonly endpoint: string };
}

export interface ProofContext {
  /** The full client identifier with its prefix: the audience of every Key Binding JWT (OpenID4VP 1.0, 14.10). */
  readonly clientId: string;
  /** In place of `clientId`: the accepted audiences, one of which the Key Binding JWT must have. */
  readonly audiences?: readonly string[];
  readonly nonce: string;
}

/** The context of a request: of its way to the wallet, and of nothing in the answer. */
export function proofContext({ clientId, nonce, interaction }: ProvenRequest): ProofContext {
  return {
    clientId,
    nonce,
    ...(interaction === undefined
      ? {}
      : { audiences: interactionAudiences(interaction.dialect, interaction.endpoint) }),
  };
}
