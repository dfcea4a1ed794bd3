/** Form fields: label, help, and an error that is shown at the field and read with it. */
import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';
import { partTexts } from '../text/parts.ts';

interface Labelled {
  readonly label: string;
  readonly help?: string;
  /** Shown at the field. The field is invalid while it is set. */
  readonly error?: string | undefined;
  readonly required?: boolean;
  readonly name?: string;
}

export interface FieldProps extends Labelled {
  readonly value: string;
  readonly onInput: (value: string) => void;
  /** The user has typed and leaves the field. */
  readonly onLeave?: () => void;
  readonly type?: 'text' | 'password' | 'number' | 'date' | 'datetime-local' | 'search' | 'url' | 'email';
  /** Number of lines. Default: one */
  readonly rows?: number;
  readonly autocomplete?: string;
  readonly placeholder?: string;
  readonly inputMode?: 'numeric' | 'decimal' | 'text';
}

/** A text field. */
export function Field(props: FieldProps): JSX.Element {
  const { value, onInput, onLeave, type = 'text', rows, autocomplete = 'off', placeholder, inputMode } = props;
  return (
    <Frame {...props}>
      {(given) =>
        rows === undefined ? (
          <input
            {...given}
            {...textType(type)}
            value={value}
            autocomplete={autocomplete}
            {...(placeholder === undefined ? {} : { placeholder })}
            {...(inputMode === undefined ? {} : { inputMode })}
            {...(onLeave === undefined ? {} : { onChange: onLeave })}
            onInput={(event) => onInput(event.currentTarget.value)}
          />
        ) : (
          <textarea {...given} rows={rows} value={value} onInput={(event) => onInput(event.currentTarget.value)} />
        )
      }
    </Frame>
  );
}

/** Preact's types distinguish kinds of inputs. Text inputs of all these kinds have the same attributes. */
function textType(type: NonNullable<FieldProps['type']>): { readonly type: 'text' } {
  return { type: type as 'text' };
}

export interface SelectProps extends Labelled {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly { readonly value: string; readonly text: string }[];
}

/** A choice of one. */
export function Select(props: SelectProps): JSX.Element {
  const { value, onChange, options } = props;
  return (
    <Frame {...props}>
      {(given) => (
        <select {...given} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value} selected={option.value === value}>
              {option.text}
            </option>
          ))}
        </select>
      )}
    </Frame>
  );
}

export interface CheckProps extends Labelled {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** A box that is ticked or not. */
export function Check({ label, help, error, checked, onChange, name }: CheckProps): JSX.Element {
  const id = useId();
  const described = [...(help === undefined ? [] : [`${id}-help`]), ...(error === undefined ? [] : [`${id}-error`])];
  return (
    <div class={`field check${error === undefined ? '' : ' wrong'}`}>
      <input
        id={id}
        type="checkbox"
        checked={checked}
        {...(name === undefined ? {} : { name })}
        aria-invalid={error !== undefined}
        {...(described.length === 0 ? {} : { 'aria-describedby': described.join(' ') })}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <label for={id}>{label}</label>
      {help === undefined ? null : (
        <p class="help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {error === undefined ? null : (
        <p class="error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

interface Given {
  readonly id: string;
  readonly name?: string;
  readonly required: boolean;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby'?: string;
}

/** Label, help and error around the input that `children` creates, including custom inputs. */
export function Frame(props: Labelled & { readonly children: (given: Given) => ComponentChildren }): JSX.Element {
  const { label, help, error, required = false, name, children } = props;
  const id = useId();
  const described = [...(help === undefined ? [] : [`${id}-help`]), ...(error === undefined ? [] : [`${id}-error`])];
  return (
    <div class={`field${error === undefined ? '' : ' wrong'}`}>
      <label for={id}>
        {label}
        {required ? <span class="soft"> ({partTexts().required})</span> : null}
      </label>
      {help === undefined ? null : (
        <p class="help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {children({
        id,
        required,
        'aria-invalid': error !== undefined,
        ...(name === undefined ? {} : { name }),
        ...(described.length === 0 ? {} : { 'aria-describedby': described.join(' ') }),
      })}
      {error === undefined ? null : (
        <p class="error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
