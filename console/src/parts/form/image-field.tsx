/** A claim that is an image: a file, which is shown before it is issued. */
import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { formTexts } from '../../text/form.ts';
import { Button } from '../button.tsx';
import { FileField } from '../file-field.tsx';
import { type ImageEncoding, imageShown, imageText } from './image-draft.ts';

export interface ImageFieldProps {
  readonly label: string;
  readonly help?: string;
  readonly error: string | undefined;
  readonly required: boolean;
  readonly encoding: ImageEncoding;
  /** The image as text; empty without one. */
  readonly value: string;
  readonly onInput: (value: string) => void;
}

export function ImageField({ label, help, error, required, encoding, value, onInput }: ImageFieldProps): JSX.Element {
  const said = formTexts();
  const [problem, setProblem] = useState<'kind' | 'size'>();
  const place = useRef<HTMLDivElement>(null);
  const refused = { kind: said.imageKind, size: said.imageSize };
  const choose = async (file: File): Promise<void> => {
    const read = imageText(new Uint8Array(await file.arrayBuffer()), encoding);
    setProblem(read.problem);
    if (read.text !== undefined) onInput(read.text);
  };
  const remove = (): void => {
    setProblem(undefined);
    onInput('');
    // The button that had the focus goes with the image.
    place.current?.querySelector('input')?.focus();
  };
  const shown = imageShown(value);
  return (
    <div ref={place}>
      <FileField
        label={label}
        help={help === undefined ? said.imageHelp : `${help.replace(/\.?$/, '.')} ${said.imageHelp}`}
        error={problem === undefined ? error : refused[problem]}
        required={required}
        accept=".jpg,.jpeg,.png"
        onFile={(file) => void choose(file)}
      />
      {value === '' ? null : (
        <div class="chosen-image">
          {shown === undefined ? (
            <p>{said.imageUnshown}</p>
          ) : (
            <img class="claim-image" src={shown} alt={said.imageOf(label)} />
          )}
          <Button label={said.imageRemoveOf(label)} onClick={remove}>
            {said.remove}
          </Button>
        </div>
      )}
    </div>
  );
}
