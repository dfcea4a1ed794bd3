/** A strict reader of pages: every element closed in order, every attribute quoted. */

export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Names of the enclosing elements, the nearest last. */
  readonly within: readonly string[];
}

/**
 * Parses a page.
 * @returns its elements in order, and its text with character references resolved
 * @throws Error if it is not well-formed
 */
export function readMarkup(html: string): { readonly elements: readonly Element[]; readonly text: string } {
  const source = html.replace(/^<!doctype html>/, '');
  const elements: Element[] = [];
  const open: string[] = [];
  let text = '';
  let end = 0;
  const tag = /<(\/)?([a-z][a-z0-9]*)((?: [a-zA-Z-]+="[^"<>]*")*)( ?\/)?>/g;
  for (const match of source.matchAll(tag)) {
    text += characters(source.slice(end, match.index));
    end = match.index + match[0].length;
    const [, closing, name = '', written = '', empty] = match;
    if (closing !== undefined) {
      const expected = open.pop();
      if (expected !== name) throw new Error(`</${name}> where </${expected}> should be`);
      continue;
    }
    const pairs = [...written.matchAll(/ ([a-zA-Z-]+)="([^"]*)"/g)].map(
      ([, key = '', value = '']) => [key, characters(value)] as const,
    );
    if (new Set(pairs.map(([key]) => key)).size !== pairs.length) throw new Error(`an attribute twice in ${name}`);
    elements.push({ name, attributes: Object.fromEntries(pairs), within: [...open] });
    if (empty === undefined) open.push(name);
  }
  text += characters(source.slice(end));
  if (open.length > 0) throw new Error(`never closed: ${open.join(', ')}`);
  return { elements, text };
}

function characters(text: string): string {
  const rest = text.replace(/&#\d+;/g, '');
  if (/[<>&]/.test(rest)) throw new Error(`not escaped: ${rest.slice(0, 80)}`);
  return text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
}
