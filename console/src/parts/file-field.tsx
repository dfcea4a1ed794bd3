/** A field for a file, whose content is read here and sent with the rest of the form. */
import type { JSX } from 'preact';
import { Frame } from './field.tsx';

export interface FileFieldProps {
  readonly label: string;
  readonly help?: string;
  readonly error?: string | undefined;
  /** For readers; the form's own check decides. */
  readonly required?: boolean;
  /** What the browser offers, such as `.pem`. */
  readonly accept: string;
  readonly onFile: (file: File) => void;
}

export function FileField({ accept, onFile, ...labelled }: FileFieldProps): JSX.Element {
  return (
    <Frame {...labelled}>
      {({ required: _, ...given }) => (
        <input
          {...given}
          type="file"
          accept={accept}
          onClick={(event) => {
            // The same file, corrected, is a choice too.
            event.currentTarget.value = '';
          }}
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            if (file !== undefined) onFile(file);
          }}
        />
      )}
    </Frame>
  );
}
