/** The API's messages about a field, in the form's words: one cause has one text, whoever found it. */
import { formTexts } from './form.ts';

type Said = ReturnType<typeof formTexts>;

const known: readonly (readonly [pattern: RegExp, say: (said: Said, found: string) => string])[] = [
  [/^is required$/, ({ required }) => required],
  [/^must be number/, ({ number }) => number],
  [/^must be integer/, ({ integer }) => integer],
  [/^must be >= (-?[\d.]+)$/, ({ least }, found) => least(Number(found))],
  [/^must be <= (-?[\d.]+)$/, ({ most }, found) => most(Number(found))],
  [/^must NOT have fewer than (\d+) characters$/, ({ longer }, found) => longer(Number(found))],
  [/^must NOT have more than (\d+) characters$/, ({ shorter }, found) => shorter(Number(found))],
  [/^must NOT have fewer than (\d+) items$/, ({ items }, found) => items(Number(found))],
  [/^must NOT have more than (\d+) items$/, ({ fewer }, found) => fewer(Number(found))],
  [/^must match format "date"$/, ({ date }) => date],
  [/^must match format "email"$/, ({ email }) => email],
  [/^must match format "uri"$/, ({ url }) => url],
  [/^must match pattern /, ({ pattern }) => pattern],
];

/** An error without its own translation stays in the API's English. */
export function findingText(detail: string): string {
  for (const [pattern, say] of known) {
    const found = pattern.exec(detail);
    if (found !== null) return say(formTexts(), found[1] ?? '');
  }
  return detail;
}
