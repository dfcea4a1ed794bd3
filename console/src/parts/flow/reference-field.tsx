/** The reference of an offer or a presentation request: a string for finding the case again. */
import type { JSX } from 'preact';
import { flowTexts } from '../../text/flow.ts';
import { Field } from '../field.tsx';

export interface ReferenceFieldProps {
  readonly value: string;
  readonly onInput: (value: string) => void;
}

export function ReferenceField({ value, onInput }: ReferenceFieldProps): JSX.Element {
  const said = flowTexts();
  return <Field label={said.reference} help={said.referenceHelp} name="state" value={value} onInput={onInput} />;
}
