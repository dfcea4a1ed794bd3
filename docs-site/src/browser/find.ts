/** Searches the site's index. */

/** A page: its sections as anchor, heading and text. */
export interface IndexedPage {
  readonly page: string;
  readonly title: string;
  readonly sections: readonly (readonly [string, string, string])[];
}

export interface Found {
  readonly href: string;
  readonly page: string;
  readonly heading: string;
  /** Text around the first word that was found. */
  readonly excerpt: string;
}

const SHOWN = 20;

/** @returns the best sections that have every word, in heading, title or text */
export function find(index: readonly IndexedPage[], query: string): readonly Found[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const found = index.flatMap(({ page, title, sections }) =>
    sections.flatMap(([anchor, heading, text], position) => {
      const score = scoreOf(words, heading.toLowerCase(), title.toLowerCase(), text.toLowerCase());
      if (score === 0) return [];
      const href = position === 0 ? page : `${page}#${anchor}`;
      return [{ score: score + (position === 0 ? 1 : 0), href, page: title, heading, excerpt: excerptOf(text, words) }];
    }),
  );
  return found.sort((one, other) => other.score - one.score).slice(0, SHOWN);
}

function scoreOf(words: readonly string[], heading: string, title: string, text: string): number {
  let sum = 0;
  for (const word of words) {
    const score = (heading.includes(word) ? 8 : 0) + (title.includes(word) ? 3 : 0) + (text.includes(word) ? 1 : 0);
    if (score === 0) return 0;
    sum += score;
  }
  return sum;
}

function excerptOf(text: string, words: readonly string[]): string {
  const at = Math.max(0, text.toLowerCase().indexOf(words[0] ?? ''));
  const start = at < 60 ? 0 : text.indexOf(' ', at - 60) + 1;
  return `${start > 0 ? '… ' : ''}${text.slice(start, start + 160)}${text.length > start + 160 ? ' …' : ''}`;
}
