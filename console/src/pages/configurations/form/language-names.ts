/** Names of languages in the language of the console. Pure. */

/** The official languages of the EU; a document may have others. */
const OFFERED = 'en de fr es it nl pl pt sv da fi el cs sk sl hr hu ro bg et lv lt mt ga'.split(' ');

export function languageName(tag: string, language: string): string {
  try {
    return new Intl.DisplayNames([language], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** The languages that a document does not have yet, by name. */
export function offeredLanguages(present: readonly string[], language: string) {
  return OFFERED.filter((tag) => !present.includes(tag))
    .map((tag) => ({ value: tag, text: languageName(tag, language) }))
    .toSorted((a, b) => a.text.localeCompare(b.text, language));
}
