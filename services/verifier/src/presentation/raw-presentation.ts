/** Evidence for a backend: a presentation as the wallet sent it, and what its device signature covers. Pure. */
import type { PresentationsOfQuery } from './authorization-response.ts';
import type { PresentationContext } from './presentation-context.ts';
import type { PresentedCredential } from './verify-response.ts';

export interface Evidence {
  /** Ids of the queries whose presentations are kept. */
  readonly raw: readonly string[];
  /** In the order of the credentials. */
  readonly presented: readonly PresentationsOfQuery[];
  readonly sessionTranscripts: PresentationContext['sessionTranscripts'];
}

/** The verified credentials, with the presentations of the requested ones. */
export function withEvidence(
  credentials: readonly PresentedCredential[],
  { raw, presented, sessionTranscripts }: Evidence,
): readonly PresentedCredential[] {
  const sent = presented.flatMap(({ query, presentations }) =>
    presentations.map((presentation) => ({ query, presentation })),
  );
  return credentials.map((credential, index) => {
    const one = sent[index];
    if (one === undefined || !raw.includes(credential.id)) return credential;
    const { presentation } = one;
    if (one.query.format !== 'mso_mdoc') return { ...credential, raw: { presentation } };
    const transcripts = sessionTranscripts().map((bytes) => bytes.toString('base64url'));
    return { ...credential, raw: { presentation, sessionTranscripts: transcripts } };
  });
}
