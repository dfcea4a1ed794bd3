/**
 * Counts phrases that read like a translation, per 10,000 words of documents, decisions, reasons, console messages and
 * comments. `npm run lint` fails if a kind has more than its limit. Pure, except for the files that
 * `node scripts/words.mjs` reads.
 *
 *     node scripts/words.mjs [--sample 50]
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './setup.mjs';

/** Each phrase with what to write instead. Add whatever makes a reader stop. */
export const phrases = [
  [/\bcan not\b(?! only)/gi, 'cannot'],
  [/(?<!there )\b(?:is|are|was|were) no (?!longer|more|need|different|other|such)[a-z`]/gi, 'is not a …'],
  [/\b(?:is|are) none (?:of|that)\b/gi, 'is not one of …'],
  [/\b(?:that|those) of (?!course)/gi, "repeat the noun, or use 's"],
  [/\b(?:those|the ones?) that\b/gi, 'name the thing'],
  [/(?<!let |leave )\balone\b/gi, 'only …'],
  [/\bof (?:its|their|your) own\b/gi, 'its own …'],
  [/\banother (?:\w+ )?than\b/gi, 'a different … from'],
  [/\bnot [^.\n|]{1,40} any more\b/gi, 'no longer'],
  [/\bwhere (?:there is|there are|it is|they are|it has|they have)\b/gi, 'if …'],
  [/, also (?:where|when|while|of|for|in|by)\b/gi, 'even if …, including'],
  [/[,;] else\b(?! if)/gi, 'otherwise'],
  [/\bwhat (?:becomes of|was presented|was issued|was stored|led to)\b/gi, 'name the thing'],
  [/\bshall\b/gi, 'must, will'],
  [/\b(?:is|are) to be\b/gi, 'must be'],
  [/\bhas to\b/gi, 'must'],
  [/\bat once\b/gi, 'immediately, at the same time'],
  [/\bin (?:the )?place of\b/gi, 'instead of'],
  [/\bfrom (?:then|now|here|there) on\b/gi, 'starting with …'],
  [/\bby (?:itself|themselves)\b/gi, 'automatically'],
  [/\b(?:has|have|was|were) begun\b/gi, 'started'],
  [/\b(?:certificate|token|credential|code|secret|key)s? (?:ends?|has ended|have ended)\b/gi, 'expires'],
  [/\b(?:is|are|was|were) (?:asked for|answered|told)\b/gi, 'is requested, is notified'],
  [/\b(?:gave|given|gives) up\b/gi, 'failed'],
  [/\btried again\b/gi, 'retried'],
  [/\bthe answers?\b/gi, 'the response'],
  [/\bfindings\b|\bmistakes?\b/gi, 'error, warning'],
  [/\b(?:the|a|another) person\b/gi, 'the user'],
  [/\bleads? (?:to (?:a|an|the|no|another)|back)\b/gi, 'redirects to, causes'],
  [/\bnames (?:the|a|an|no|it|them)\b/gi, 'contains, identifies'],
  [/\bbeside\b/gi, 'next to'],
  [/\bover (?:all|both) (?:replicas|tenants|workers|processes)\b/gi, 'across all'],
  [/\b(?:belongs?|refers?|corresponds?) to no\b/gi, "doesn't belong to"],
  [/\b(?:is|are|was|were) gone\b/gi, 'was removed'],
  [/\b(?:undefined|absent|empty|true|false) where\b/gi, 'if'],
  [/\bof (?:this|that) (?:id|name)\b/gi, 'with this id'],
  [/\bholds? (?:the|an?|its|no|only) (?!locks?\b|lease)/gi, 'contains, stores'],
  [/\bcounts? (?:as|for (?!all)|when|until|only|once|again|too)\b/gi, 'is, applies, is accepted'],
  [/\banswer(?:s|ed) (?:with|`|[1-5]\d\d|the|an?|no)\b/gi, 'returns, responds'],
  [/\b(?:by|under) which\b/gi, 'that, with which'],
  [/\bsays? (?:which|what|how|why|so|nothing|whether)\b/gi, 'shows, explains'],
  [/\btells? [^.|\n]{1,30} apart\b/gi, 'distinguishes'],
  [/\bbegins? (?:with|without|at|again|an?|the)\b/gi, 'starts'],
  [/\bin (?:its|their) place\b|\bin words\b/gi, 'instead, as text'],
  [/\bfurther (?:one|call|attempt|request)s?\b|\b(?:a|no|any|each) further\b/gi, 'more, another'],
  [/\b(?:at which|for|where) people\b/gi, 'users'],
  [/\b(?:do|does) not fit\b|\bdoesn't fit\b/gi, "doesn't match"],
  [/\bof (?:ours|others)\b/gi, 'our, external'],
  [/\bends? in \d+ (?:days|months)\b/gi, 'expires in'],
  [/\ba function of\b/gi, 'depends on'],
];

/** Maximum number of phrases per 10,000 words of each kind. Lower a limit when the writing has improved. */
export const limits = { documents: 10, decisions: 8, reasons: 4, console: 8, comments: 10 };

const GERMAN = /^( *)de: \{\n[\s\S]*?^\1\}/gm;
const STRING = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;

/** The kind of a file's text, or undefined if it is not counted. */
export function kindOf(file) {
  if (/(^|\/)(dist|node_modules|site|bundle)\//.test(file) || /^docs\/reference\/|\/reasons\/de-/.test(file))
    return undefined;
  if (file.endsWith('.md')) return file.includes('/adr/') ? 'decisions' : 'documents';
  if (!/\.tsx?$/.test(file) || /(^|\/)test\//.test(file)) return undefined;
  if (file.startsWith('console/src/text/')) return 'console';
  return /reasons\.ts$/.test(basename(file)) ? 'reasons' : 'comments';
}

/** The prose in a file: a document without code, literals with words, or comments. */
export function proseOf(kind, text) {
  if (kind === 'documents' || kind === 'decisions')
    return text.replace(/```[\s\S]*?```|`[^`\n]+`|“[^”\n]*”|\]\([^)\n]*\)|https?:\S+/g, ' ');
  if (kind === 'comments')
    return (text.match(/\/\*\*?[\s\S]*?\*\/|(?<!:)\/\/[^\n]*/g) ?? []).join('\n').replace(/\n\s*\*/g, ' ');
  return (text.replace(GERMAN, '').match(STRING) ?? []).filter((literal) => /[a-z] [a-z]/.test(literal)).join('\n');
}

export const wordsIn = (prose) => prose.match(/[A-Za-z][A-Za-z'’-]*/g)?.length ?? 0;

/** @returns the phrases in the order of the list, each with what to write */
export function stilted(prose) {
  return phrases.flatMap(([pattern, advice]) => [...prose.matchAll(pattern)].map(([found]) => ({ found, advice })));
}

/**
 * @param files each with `file` and `text`
 * @returns for each kind its words, its phrases and `rate`, phrases in 10,000 words
 */
export function counts(files) {
  const kinds = {};
  for (const { file, text } of files) {
    const kind = kindOf(file);
    if (kind === undefined) continue;
    const prose = proseOf(kind, text);
    kinds[kind] ??= { words: 0, found: 0 };
    kinds[kind].words += wordsIn(prose);
    kinds[kind].found += stilted(prose).length;
  }
  return Object.fromEntries(
    Object.entries(kinds).map(([kind, { words, found }]) => [kind, { words, found, rate: (10_000 * found) / words }]),
  );
}

/** One line for each kind above its limit. */
export function wordFindings(files) {
  return Object.entries(counts(files))
    .filter(([kind, { rate }]) => rate > limits[kind])
    .map(([kind, { rate }]) => `${kind}: ${rate.toFixed(1)} stilted phrases in 10,000 words, at most ${limits[kind]}`);
}

/** The files in the Git index, with their content. */
export function readFiles() {
  const names = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 }).split('\n');
  return names
    .filter((name) => name !== '' && kindOf(name) !== undefined)
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
}

function sample(files, size) {
  const sentences = files.flatMap(({ file, text }) =>
    proseOf(kindOf(file), text)
      .split(/(?<=[.!?])\s+|\n\n|\|/)
      .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
      .filter((sentence) => wordsIn(sentence) > 5)
      .map((sentence) => `${file}: ${sentence}`),
  );
  return Array.from({ length: size }, () => sentences[Math.floor(Math.random() * sentences.length)]);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const files = readFiles();
  for (const [kind, { words, found, rate }] of Object.entries(counts(files)))
    process.stdout.write(
      `${kind}: ${rate.toFixed(1)} in 10,000 words (${found} in ${words}), at most ${limits[kind]}\n`,
    );
  const at = process.argv.indexOf('--sample');
  if (at !== -1) process.stdout.write(`${sample(files, Number(process.argv[at + 1] ?? 50)).join('\n')}\n`);
}
