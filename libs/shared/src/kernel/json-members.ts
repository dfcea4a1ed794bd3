/** Counts the members of JSON text and finds repeated names, before the text is parsed: parsing many costs far more than their bytes. Pure. */

/** What is wrong with the members of a text: there are too many, or an object has this name twice (RFC 8259, 4). */
export type MembersFinding = { readonly kind: 'too many' } | { readonly kind: 'repeated'; readonly name: string };

/**
 * Text that isn't JSON may have no finding: the parser refuses it.
 * @param most members of objects and items of arrays, together
 */
export function membersFinding(text: string, most: number): MembersFinding | undefined {
  /** Of each open object the names so far; undefined for an array. */
  const open: (Set<string> | undefined)[] = [];
  let names: Set<string> | undefined;
  let isName = false;
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') {
      const end = endOfString(text, at + 1);
      if (isName && names !== undefined) {
        const name = unescaped(text.slice(at + 1, end));
        if (names.has(name)) return { kind: 'repeated', name };
        names.add(name);
      }
      isName = false;
      at = end;
    } else if (character === '{' || character === '[') {
      names = character === '{' ? new Set() : undefined;
      open.push(names);
      isName = true;
      count += 1;
    } else if (character === '}' || character === ']') {
      open.pop();
      names = open.at(-1);
    } else if (character === ',') {
      isName = true;
      count += 1;
    }
    if (count > most) return { kind: 'too many' };
  }
  return undefined;
}

/** @param from after the opening quotation mark */
function endOfString(text: string, from: number): number {
  for (let end = text.indexOf('"', from); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end;
    while (before > from && text[before - 1] === '\\') before -= 1;
    if ((end - before) % 2 === 0) return end;
  }
  return text.length;
}

/** The same name may be written with and without escapes. */
function unescaped(name: string): string {
  if (!name.includes('\\')) return name;
  try {
    return String(JSON.parse(`"${name}"`));
  } catch {
    return name;
  }
}
