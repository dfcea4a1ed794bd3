/** A number of seconds, as people say it: in hours or days if it is a whole number of them. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Field } from '../../../parts/field.tsx';
import { configurationFormTexts } from '../../../text/configuration-form.ts';
import { type Place, valueIn, withValue } from './document.ts';
import { type FormScope, pointerOf } from './form-scope.ts';

const UNITS = { seconds: 1, hours: 3600, days: 86_400 } as const;
type Unit = keyof typeof UNITS;

/** The largest unit that the seconds are a whole number of. */
export function unitOf(seconds: unknown): Unit {
  if (typeof seconds !== 'number') return 'days';
  return seconds % UNITS.days === 0 ? 'days' : seconds % UNITS.hours === 0 ? 'hours' : 'seconds';
}

/** Text that isn't a number stays, so that the field can say so. */
export function secondsOf(typed: string, unit: Unit): unknown {
  const text = typed.trim();
  if (text === '') return undefined;
  return /^\d+$/.test(text) ? Number(text) * UNITS[unit] : typed;
}

export interface DurationFieldProps {
  readonly form: FormScope;
  readonly place: Place;
  readonly label: string;
}

export function DurationField({ form, place, label }: DurationFieldProps): JSX.Element {
  const said = configurationFormTexts();
  const value = valueIn(form.document, place);
  const [chosen, setChosen] = useState<Unit>();
  const unit = chosen !== undefined && fits(value, chosen) ? chosen : unitOf(value);
  const pointer = pointerOf(place);
  const shown = typeof value === 'number' ? String(value / UNITS[unit]) : typeof value === 'string' ? value : '';
  const set = (typed: string, of: Unit): void => {
    setChosen(of);
    form.edit((document) => withValue(document, place, secondsOf(typed, of)), pointer);
  };
  const units = ['hours', 'days', 'seconds'] as const;
  return (
    <div class="duration">
      <Field
        label={label}
        name={pointer}
        inputMode="numeric"
        value={shown}
        error={form.errorAt(pointer)}
        onInput={(typed) => set(typed, unit)}
      />
      <select
        aria-label={said.unit(label)}
        value={unit}
        onChange={(event) => set(shown, event.currentTarget.value as Unit)}
      >
        {units.map((one) => (
          <option key={one} value={one} selected={one === unit}>
            {said[one]}
          </option>
        ))}
      </select>
    </div>
  );
}

function fits(value: unknown, unit: Unit): boolean {
  return typeof value !== 'number' || value % UNITS[unit] === 0;
}
