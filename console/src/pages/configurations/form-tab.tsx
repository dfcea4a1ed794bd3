/** The form, whose code is loaded when it is needed, with a summary of its errors. */
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Notice } from '../../parts/failure.tsx';
import { Loading } from '../../parts/loading.tsx';
import { configurationFormTexts } from '../../text/configuration-form.ts';
import { configurationTexts } from '../../text/configurations.ts';
import type { DocumentSectionProps } from './document-props.ts';
import type { ConfigurationForm } from './form/configuration-form.tsx';
import type { placeOfError } from './form/place-of-error.ts';
import { Mistakes, mistakeText } from './mistakes.tsx';

export interface FormTabProps extends DocumentSectionProps {
  readonly value: Readonly<Record<string, unknown>>;
  readonly tried: boolean;
  readonly summary: number;
  readonly onOpenJson: (offset: number) => void;
}

/** The code of the form. */
interface Loaded {
  readonly Form: typeof ConfigurationForm;
  readonly placeOf: typeof placeOfError;
}

export function FormTab(props: FormTabProps): JSX.Element {
  const { kind, configurations, schema, value, review, save, tried, summary, onText, onOpenJson } = props;
  const said = configurationFormTexts();
  const [loaded, setLoaded] = useState<Loaded | 'failed'>();
  const [touched, setTouched] = useState<readonly string[]>([]);
  const latest = useRef(value);
  latest.current = value;
  useEffect(() => {
    Promise.all([import('./form/configuration-form.tsx'), import('./form/place-of-error.ts')]).then(
      ([{ ConfigurationForm: Form }, { placeOfError: placeOf }]) => setLoaded({ Form, placeOf }),
      () => setLoaded('failed'),
    );
  }, []);
  const head = useRef<HTMLDivElement>(null);
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (summary > 0) head.current?.focus();
  }, [summary]);
  if (loaded === 'failed') return <Notice kind="warning">{configurationTexts().plainEditor}</Notice>;
  if (loaded === undefined || schema === undefined) return <Loading />;
  const { Form, placeOf } = loaded;
  const shown = review.mistakes.filter(
    ({ pointer = '' }) => tried || touched.some((place) => `${pointer}/`.startsWith(`${place}/`)),
  );
  return (
    <div ref={host}>
      {tried && review.mistakes.length > 0 ? (
        <div class="notice alert" ref={head} tabIndex={-1}>
          <p class="notice-title">{said.check}</p>
          <Mistakes
            mistakes={review.mistakes}
            labelOf={({ pointer = '' }) => placeOf(value, pointer).label}
            onGoTo={(offset, { pointer = '' }) => {
              if (!focusField(host.current, placeOf(value, pointer).name)) onOpenJson(offset);
            }}
          />
        </div>
      ) : null}
      <Form
        kind={kind}
        document={value}
        schema={schema}
        configurations={configurations}
        errorAt={(pointer, except = []) => {
          const isIn = (place: string) => (mistake: { readonly pointer?: string }) =>
            `${mistake.pointer ?? ''}/`.startsWith(`${place}/`);
          const found = shown.find((one) => isIn(pointer)(one) && !except.some((place) => isIn(place)(one)));
          return found === undefined ? undefined : mistakeText(found);
        }}
        onDocument={(change, pointer) => {
          const next = change(latest.current);
          latest.current = next;
          onText(JSON.stringify(next, null, 2));
          if (pointer !== '') setTouched((before) => [...before.filter((one) => one !== pointer), pointer]);
          save.forget(pointer);
        }}
      />
    </div>
  );
}

/** The field of a place, or of the nearest place around it. */
function focusField(host: HTMLElement | null, pointer: string): boolean {
  const fields = [...(host?.querySelectorAll<HTMLElement>('[name]') ?? [])];
  for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const field = fields.find((one) => one.getAttribute('name') === at);
    field?.focus();
    if (field !== undefined) return true;
  }
  return false;
}
