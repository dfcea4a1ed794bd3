/** A multi-line text that is pasted, or read from a file. */
import type { JSX } from 'preact';
import { partTexts } from '../text/parts.ts';
import { Field, type FieldProps } from './field.tsx';
import { FileField } from './file-field.tsx';

export interface TextOrFileProps
  extends Pick<FieldProps, 'label' | 'help' | 'error' | 'required' | 'rows' | 'value' | 'onInput'> {
  readonly fileLabel: string;
  /** What the browser offers, such as `.pem`. */
  readonly accept: string;
}

export function TextOrFile({ fileLabel, accept, rows = 6, ...field }: TextOrFileProps): JSX.Element {
  return (
    <>
      <Field {...field} rows={rows} />
      <FileField label={fileLabel} accept={accept} onFile={(file) => void file.text().then(field.onInput)} />
    </>
  );
}

/** Certificates. */
export function PemField(props: Omit<TextOrFileProps, 'fileLabel' | 'accept'>): JSX.Element {
  const said = partTexts();
  return <TextOrFile help={said.pemHelp} required {...props} fileLabel={said.pemFile} accept=".pem,.crt,.cer" />;
}
