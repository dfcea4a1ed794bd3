/** The scripts' `--help`: the comment at their start, so that text and script stay together. */
import './node-version.mjs';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The comment at the start of a script, as plain text. */
function helpText(source) {
  const comment = /^\/\*\*([\s\S]*?)\*\//.exec(source)?.[1] ?? '';
  const lines = comment.split('\n').map((line) => line.replace(/^\s*\*? ?/, '').trimEnd());
  return `${lines.join('\n').trim()}\n`;
}

/**
 * If the arguments include `--help` or `-h`: writes the text of the script and ends the process, before anything is
 * done. Afterwards a reader that closes early, such as `head`, ends the script without a stack trace.
 */
export function answerHelp(url) {
  process.stdout.on('error', (error) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  if (!process.argv.slice(2).some((word) => word === '--help' || word === '-h')) return;
  process.stdout.write(helpText(readFileSync(fileURLToPath(url), 'utf8')));
  process.exit(0);
}
