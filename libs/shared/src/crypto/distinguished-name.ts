/** Distinguished names as text (RFC 4514). Pure. */

/** RFC 4514, 3: a name or an OID, an equals sign, and a value without unescaped special characters. */
const attribute =
  /^(?:[A-Za-z][A-Za-z0-9-]*|\d+(?:\.\d+)+)=(?:#(?:[0-9A-Fa-f]{2})+|(?![ #])(?:[^"+,;<>\\\0]|\\[ "#+,;<=>\\]|\\[0-9A-Fa-f]{2})*)$/;

/** Whether the text is a name that is not empty. @param text bounded by its schema */
export function isDistinguishedName(text: string): boolean {
  const parts = partsOf(text);
  return parts.every((part) => attribute.test(part) && !/(?:^|[^\\]) $/.test(part));
}

/** The same text for names that differ only in the case of attribute names, or in spaces between attributes. */
export function comparableName(text: string): string {
  return partsOf(text)
    .map((part) => part.replace(/^[^=]*/, (name) => name.toUpperCase()))
    .join(',');
}

/** Whether both have the same attributes, in any order: RFC 4514 writes the last one first, and node the first one. */
export function hasSameAttributes(one: string, other: string): boolean {
  const sorted = (name: string) => [...partsOf(comparableName(name))].sort().join(',');
  return sorted(one) === sorted(other);
}

/** The attributes, separated by commas and plus signs that are not escaped. */
function partsOf(text: string): readonly string[] {
  const parts: string[] = [];
  let part = '';
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === ',' || character === '+') {
      parts.push(part);
      part = '';
    } else if (character === '\\') {
      part += text.slice(at, at + 2);
      at += 1;
    } else {
      part += character;
    }
  }
  return [...parts, part].map((one) => one.replace(/^ +/, ''));
}
