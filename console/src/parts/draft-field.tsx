/** A field of text in a form: it shows and changes a member of the draft, and has what is wrong at its place. */
import type { JSX } from 'preact';
import type { FormParts } from './add-form.tsx';
import { Field, type FieldProps } from './field.tsx';

type TextMember<T> = { readonly [K in keyof T]: T[K] extends string ? K : never }[keyof T] & string;

export interface DraftFieldProps<T> extends Omit<FieldProps, 'value' | 'onInput' | 'error' | 'name'> {
  readonly form: FormParts<T>;
  readonly member: TextMember<T>;
  /** In the body; the member by default. */
  readonly pointer?: string;
}

export function DraftField<T>(props: DraftFieldProps<T>): JSX.Element {
  const { form, member, pointer = `/${member}`, ...field } = props;
  return (
    <Field
      {...field}
      value={String(form.draft[member])}
      onInput={(value) => form.edit({ [member]: value } as unknown as Partial<T>)}
      error={form.at(pointer)}
    />
  );
}
