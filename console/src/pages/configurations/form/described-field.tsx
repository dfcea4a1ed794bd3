/** A field of the form that is made from the description of a member. */
import type { JSX } from 'preact';
import { Check, Field, Select } from '../../../parts/field.tsx';
import { configurationFormTexts } from '../../../text/configuration-form.ts';
import { typesOf } from '../json-schema.ts';
import { type Place, valueIn, withValue } from './document.ts';
import { describedAt, type FormScope, pointerOf } from './form-scope.ts';
import { LinesField } from './lines-field.tsx';

export interface DescribedFieldProps {
  readonly form: FormScope;
  readonly place: Place;
  readonly label: string;
  readonly help?: string;
  readonly required?: boolean;
  /** Texts of the values in the description. Default: the values */
  readonly optionText?: (value: string) => string;
}

/** Text that isn't a number stays as it was typed, so that the field can say so. */
function written(typed: string, types: readonly string[]): unknown {
  if (typed === '') return undefined;
  const isNumber = types.includes('integer') || types.includes('number');
  return isNumber && /^-?\d+(\.\d+)?$/.test(typed.trim()) ? Number(typed) : typed;
}

export function DescribedField(props: DescribedFieldProps): JSX.Element {
  const { form, place, label, help, required = false, optionText = (value) => value } = props;
  const schema = describedAt(form, place);
  const types = typesOf(schema);
  const pointer = pointerOf(place);
  const value = valueIn(form.document, place);
  const set = (next: unknown): void => form.edit((document) => withValue(document, place, next), pointer);
  const frame = {
    label,
    required,
    name: pointer,
    error: form.errorAt(pointer),
    ...(help === undefined ? {} : { help }),
  };
  if (types.includes('boolean')) {
    return <Check {...frame} checked={value === true} onChange={(checked) => set(checked ? true : undefined)} />;
  }
  if (Array.isArray(schema.enum)) {
    const options = schema.enum.map((one) => ({ value: String(one), text: optionText(String(one)) }));
    const first = required ? [] : [{ value: '', text: configurationFormTexts().notSet }];
    return (
      <Select
        {...frame}
        value={typeof value === 'string' ? value : ''}
        options={[...first, ...options]}
        onChange={(next) => set(next === '' ? undefined : next)}
      />
    );
  }
  if (types.includes('array')) {
    const lines = Array.isArray(value) ? value.map(String) : [];
    return <LinesField {...frame} value={lines} onLines={(next) => set(next.length === 0 ? undefined : next)} />;
  }
  const isNumber = types.includes('integer') || types.includes('number');
  return (
    <Field
      {...frame}
      {...(isNumber ? { inputMode: 'numeric' as const } : {})}
      value={value === undefined ? '' : String(value)}
      onInput={(typed) => set(required && typed === '' ? '' : written(typed, types))}
    />
  );
}
