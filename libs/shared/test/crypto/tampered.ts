/** The base64url text with other bits in its last character but one, which always changes the decoded bytes. */
export function tampered(text: string): string {
  const at = text.length - 2;
  return `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;
}
