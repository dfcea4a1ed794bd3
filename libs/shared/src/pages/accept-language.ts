/** The language of pages: the browser's preferred one among those available. */

export type Language = 'de' | 'en';

/**
 * Chooses the language from the header `Accept-Language` (RFC 9110, 12.5.4); among equal weights the first one wins.
 * @param acceptLanguage the header, if any
 * @returns English if the browser accepts neither language
 */
export function languageOf(acceptLanguage: string | undefined): Language {
  let best: { readonly language: Language; readonly weight: number } = { language: 'en', weight: 0 };
  for (const range of (acceptLanguage ?? '').slice(0, 1000).split(',')) {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const primary = tag.split('-', 1)[0];
    const language = primary === 'de' ? 'de' : primary === 'en' || primary === '*' ? 'en' : undefined;
    const weight = weightOf(parameters);
    if (language !== undefined && weight > best.weight) best = { language, weight };
  }
  return best.language;
}

/** An unreadable weight is treated as 0. */
function weightOf(parameters: readonly string[]): number {
  const written = parameters.find((parameter) => parameter.startsWith('q='));
  if (written === undefined) return 1;
  return /^q=(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(written) ? Number(written.slice(2)) : 0;
}
