/** What is wrong in a document, each with its line and a way to it. */
import type { JSX } from 'preact';
import { configurationTexts } from '../../text/configurations.ts';
import type { Mistake } from './review.ts';

export function Mistakes({
  mistakes,
  onGoTo,
}: {
  readonly mistakes: readonly Mistake[];
  readonly onGoTo: (offset: number) => void;
}): JSX.Element {
  const said = configurationTexts();
  return (
    <div class="mistakes" role="status">
      <p>{mistakes.length === 0 ? said.noMistakes : said.mistakes(mistakes.length)}</p>
      {mistakes.length === 0 ? null : (
        <ul>
          {mistakes.map((mistake) => (
            <li key={`${mistake.from} ${mistake.pointer ?? ''} ${mistakeText(mistake)}`}>
              <button type="button" class="button small" onClick={() => onGoTo(mistake.from)}>
                {said.line(mistake.line)}
              </button>{' '}
              {mistake.pointer === undefined || mistake.pointer === '' ? null : <code>{mistake.pointer}</code>}{' '}
              {mistakeText(mistake)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

export function mistakeText({ what }: Mistake): string {
  const said = configurationTexts();
  if ('rule' in what) return said.rule(what.rule, what.expected);
  return what.kind === 'syntax' ? said.noJson : what.detail;
}
