/** How long presented claims are kept. Pure; times in milliseconds. */
import { isObject, type Json } from '../../kernel/json.ts';
import type { PresentationPart } from './presentation-part.ts';

/** When an intermediary erases them at the latest; undefined if they are kept as long as the session. */
export function presentedUntil({ eraseAfter, progress }: PresentationPart): number | undefined {
  return eraseAfter === undefined || progress.state !== 'verified' ? undefined : progress.verifiedAt + eraseAfter;
}

/** The encrypted claims. Undefined if they are erased, or if their time is over and the job has not run yet. */
export function presentedAt(presentation: PresentationPart, now: number): string | undefined {
  const { progress } = presentation;
  if (progress.state !== 'verified') return undefined;
  return now < (presentedUntil(presentation) ?? Number.POSITIVE_INFINITY) ? progress.sealedCredentials : undefined;
}

/** The same part without them. */
export function withoutPresented(presentation: PresentationPart): PresentationPart {
  const { progress } = presentation;
  if (progress.state !== 'verified' || progress.sealedCredentials === undefined) return presentation;
  const { sealedCredentials: _, ...rest } = progress;
  return { ...presentation, progress: rest };
}

/** Presented credentials without the presentations themselves, which only a webhook and the redemption of a code have. */
export function withoutRaw(credentials: Json): Json {
  if (!Array.isArray(credentials)) return credentials;
  return credentials.map((credential: Json) => {
    if (!isObject(credential)) return credential;
    const { raw: _, ...others } = credential;
    return others;
  });
}
