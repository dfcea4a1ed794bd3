/** A list of objects that is typed with one entry per line. */
import type { JSX } from 'preact';
import type { Place } from './document.ts';
import { type FormScope, pointerOf } from './form-scope.ts';
import { entryLines, type LineMembers, withEntryLines } from './line-entries.ts';
import { LinesField } from './lines-field.tsx';

interface EntriesFieldProps {
  readonly form: FormScope;
  readonly place: Place;
  readonly members: LineMembers;
  readonly label: string;
  readonly help: string;
}

export function EntriesField({ form, place, members, label, help }: EntriesFieldProps): JSX.Element {
  const pointer = pointerOf(place);
  return (
    <LinesField
      label={label}
      help={help}
      name={pointer}
      error={form.errorAt(pointer)}
      value={entryLines(form.document, place, members)}
      onLines={(lines) => form.edit((document) => withEntryLines(document, place, { members, lines }), pointer)}
    />
  );
}
