/** A form that stores one thing: its fields, its button, and the result. */
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { findingAt, useChange } from '../state/use-change.ts';
import { Button } from './button.tsx';
import { Failure, Notice } from './failure.tsx';

export interface FormParts<T> {
  readonly draft: T;
  readonly edit: (part: Partial<T>) => void;
  /** What is wrong at a member of the body. @param pointer JSON Pointer */
  readonly at: (pointer: string) => string | undefined;
}

export interface EntryFormProps<T> {
  /** A verb with its object. */
  readonly submit: string;
  readonly start: T;
  /** What the fields show after success; `start` by default. */
  readonly next?: (draft: T) => T;
  /** Focus the first field: for something that the user asked to change. */
  readonly focus?: boolean;
  /** Errors that prevent sending, by JSON Pointer. Shown once somebody has tried to send. */
  readonly mistakes?: (draft: T) => Readonly<Record<string, string>>;
  /** @throws Problem if the API refuses @returns the message if it doesn't */
  readonly onAdd: (draft: T) => Promise<ComponentChildren>;
  readonly children: (form: FormParts<T>) => ComponentChildren;
}

export function EntryForm<T>(props: EntryFormProps<T>): JSX.Element {
  const { submit, start, next = () => start, focus = false, mistakes, onAdd, children } = props;
  const change = useChange();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(start);
  const [tried, setTried] = useState(false);
  const [added, setAdded] = useState<ComponentChildren>();
  const wrong = mistakes?.(draft) ?? {};
  useEffect(() => {
    if (focus) form.current?.querySelector<HTMLElement>('input, select, textarea')?.focus();
  }, []);
  const add = (): Promise<void> =>
    change.run(async () => {
      const said = await onAdd(draft);
      setDraft(next(draft));
      setTried(false);
      setAdded(said);
    });
  const send = (event: Event): void => {
    event.preventDefault();
    setAdded(undefined);
    setTried(true);
    if (Object.keys(wrong).length === 0) void add();
  };
  const at = (pointer: string): string | undefined =>
    (tried ? wrong[pointer] : undefined) ?? findingAt(change.problem, pointer);
  return (
    <form ref={form} class="entry" onSubmit={send}>
      {children({ draft, edit: (part) => setDraft((before) => ({ ...before, ...part })), at })}
      <Button type="submit" kind="main" busy={change.busy}>
        {submit}
      </Button>
      <div aria-live="polite">
        {change.problem === undefined ? null : <Failure problem={change.problem} />}
        {added === undefined ? null : <Notice kind="done">{added}</Notice>}
      </div>
    </form>
  );
}

export interface AddFormProps<T> extends Omit<EntryFormProps<T>, 'submit' | 'focus'> {
  readonly title: string;
  /** The title by default. */
  readonly submit?: string;
  /** Initially open, with the focus in it. */
  readonly open?: boolean;
}

/** A form that is closed until it is needed. */
export function AddForm<T>({ title, submit = title, open = false, ...form }: AddFormProps<T>): JSX.Element {
  return (
    <details class="add" open={open}>
      <summary>{title}</summary>
      <EntryForm {...form} submit={submit} focus={open} />
    </details>
  );
}
