/** What is wrong in a document, each with its line and a way to it. */
import type { JSX } from 'preact';
import { configurationTexts } from '../../text/configurations.ts';
import { findingText } from '../../text/finding-text.ts';
import { formTexts } from '../../text/form.ts';
import type { Mistake } from './review.ts';

export interface MistakesProps {
  readonly mistakes: readonly Mistake[];
  readonly onGoTo: (offset: number, mistake: Mistake) => void;
  /** What the form calls the place. Default: its line and its pointer */
  readonly labelOf?: (mistake: Mistake) => string | undefined;
}

export function Mistakes({ mistakes, onGoTo, labelOf = () => undefined }: MistakesProps): JSX.Element {
  const said = configurationTexts();
  return (
    <div class="mistakes" role="status">
      <p>{mistakes.length === 0 ? said.noMistakes : said.mistakes(mistakes.length)}</p>
      {mistakes.length === 0 ? null : (
        <ul>
          {mistakes.map((mistake) => {
            const { pointer = '', from, line } = mistake;
            const label = labelOf(mistake);
            return (
              <li key={`${from} ${pointer} ${mistakeText(mistake)}`}>
                <button type="button" class="button small" onClick={() => onGoTo(from, mistake)}>
                  {label ?? said.line(line)}
                </button>{' '}
                {label !== undefined || pointer === '' ? null : <code>{pointer}</code>} {mistakeText(mistake)}
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}

/** The same words for what the page finds and what the API finds. */
export function mistakeText({ what }: Mistake): string {
  if (!('rule' in what)) return what.kind === 'syntax' ? configurationTexts().noJson : findingText(what.detail);
  const { rule, expected } = what;
  const said = formTexts();
  if (rule === 'required' || (rule === 'short' && expected === '1')) return said.required;
  const same = {
    short: said.longer,
    long: said.shorter,
    few: said.items,
    many: said.fewer,
    small: said.least,
    large: said.most,
  };
  if (rule in same) return same[rule as keyof typeof same](Number(expected));
  if (rule === 'pattern') return said.pattern;
  if (rule === 'type' && expected === 'integer') return said.integer;
  return configurationTexts().rule(rule, expected);
}
