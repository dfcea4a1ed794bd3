/** A list that is typed with one entry per line. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Field } from '../../../parts/field.tsx';
import { linesOf } from '../../../parts/lines.ts';

interface LinesFieldProps {
  readonly label: string;
  readonly help?: string;
  readonly name?: string;
  readonly error?: string | undefined;
  readonly value: readonly string[];
  readonly onLines: (lines: readonly string[]) => void;
}

/** Keeps the empty line that somebody is about to fill. */
export function LinesField({ value, onLines, ...frame }: LinesFieldProps): JSX.Element {
  const text = value.join('\n');
  const [draft, setDraft] = useState(text);
  const shown = linesOf(draft).join('\n') === text ? draft : text;
  const change = (typed: string): void => {
    setDraft(typed);
    onLines(linesOf(typed));
  };
  return <Field {...frame} rows={3} value={shown} onInput={change} />;
}
