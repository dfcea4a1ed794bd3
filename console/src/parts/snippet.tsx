/** A text for use elsewhere: to read, to copy, and to download as a file. */
import type { JSX } from 'preact';
import { partTexts } from '../text/parts.ts';
import { Button } from './button.tsx';
import { Copy } from './copy.tsx';
import { saveFile } from './save-file.ts';

export interface SnippetProps {
  readonly text: string;
  /** What the text is. */
  readonly label: string;
  /** Name of the file, if there is one to download. */
  readonly file?: string;
}

export function Snippet({ text, label, file }: SnippetProps): JSX.Element {
  const said = partTexts();
  return (
    <div class="snippet">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling needs the keyboard (WCAG 2.1.1). */}
      <section class="json" aria-label={label} tabIndex={0}>
        <pre>
          <code>{text}</code>
        </pre>
      </section>
      <div class="actions">
        <Copy value={text} label={label} hidden />
        {file === undefined ? null : (
          <Button label={said.saveFileOf(file)} onClick={() => saveFile(new Blob([text]), file)}>
            {said.saveFile}
          </Button>
        )}
      </div>
    </div>
  );
}
