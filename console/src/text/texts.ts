/** A page's texts in both languages, with the same keys by type. */
import { language } from '../state/settings.ts';

type Words = Readonly<Record<string, string | ((...given: never[]) => string)>>;

/** The same keys, and functions of the same parameters, in each language. */
type Same<T extends Words> = { readonly [K in keyof T]: T[K] extends string ? string : T[K] };

/**
 * @returns a function that returns the texts in the current language; a component that calls it is rendered again when
 *   that changes
 */
export function texts<T extends Words>(both: { readonly en: T; readonly de: Same<NoInfer<T>> }): () => Same<T> {
  return () => (language.value === 'de' ? both.de : both.en) as Same<T>;
}
