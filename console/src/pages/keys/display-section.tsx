/** Name, logo and colour of the issuer, one entry per language. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { Button } from '../../parts/button.tsx';
import { Failure, Notice } from '../../parts/failure.tsx';
import { Show } from '../../parts/loading.tsx';
import { Section } from '../../parts/page.tsx';
import { hasRole } from '../../state/session.ts';
import { findingAt, useChange } from '../../state/use-change.ts';
import { useLoaded } from '../../state/use-loaded.ts';
import { trustTexts } from '../../text/trust.ts';
import { type Display, draftOf, type EntryDraft, entryOf, type StoredImage } from './display-draft.ts';
import { EntryFields } from './display-entry.tsx';

interface Loaded {
  readonly display: Display;
  readonly images: readonly StoredImage[];
}

export function DisplaySection(): JSX.Element {
  const loaded = useLoaded(async (signal): Promise<Loaded> => {
    const [display, images] = await Promise.all([
      call<Display>('GET', '/configurations/display', { signal }),
      call<readonly StoredImage[]>('GET', '/configurations/images', { signal }),
    ]);
    return { display, images };
  });
  return (
    <Section title={trustTexts().display}>
      <Show of={loaded}>{(shown) => <DisplayForm {...shown} onSaved={() => loaded.reload()} />}</Show>
    </Section>
  );
}

export function DisplayForm({ display, images, onSaved }: Loaded & { readonly onSaved: () => Promise<void> }) {
  const said = trustTexts();
  const change = useChange();
  const [drafts, setDrafts] = useState(() => (display.entries.length === 0 ? [{}] : display.entries).map(draftOf));
  const [saved, setSaved] = useState(false);
  /** Index of the image being sent: errors in it have their own pointers. */
  const [sending, setSending] = useState<number>();
  const mayWrite = display.source !== 'file' && hasRole('admin');
  const edit = (index: number, draft: EntryDraft): void => {
    setSaved(false);
    setDrafts((all) => all.map((one, at) => (at === index ? draft : one)));
  };
  const save = (): Promise<void> =>
    change.run(async () => {
      setSaved(false);
      for (const [index, { chosen }] of drafts.entries()) {
        setSending(index);
        const image = chosen && { file: chosen.file, data: chosen.data };
        if (image !== undefined) await call('POST', '/configurations/images', { body: image });
      }
      setSending(undefined);
      const entries = drafts.map(entryOf);
      await call('POST', '/configurations/display', { body: { entries } });
      // The sent image is now stored, but its preview still shows the chosen file.
      setDrafts((all) => all.map((one) => ({ ...one, before: entryOf(one) })));
      setSaved(true);
      await onSaved();
    });
  const errorAt = (index: number) => (member: string) =>
    findingAt(change.problem, `/entries/${index}/${member}`) ??
    (member === 'logo/uri' && sending === index
      ? (findingAt(change.problem, '/data') ?? findingAt(change.problem, '/file'))
      : undefined);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <p>{display.source === 'file' ? said.displayOfFile : said.displayLead}</p>
      {drafts.map((draft, index) => (
        <EntryFields
          key={index}
          draft={draft}
          images={images}
          mayWrite={mayWrite}
          errorAt={errorAt(index)}
          onDraft={(changed) => edit(index, changed)}
          {...(drafts.length > 1 ? { onRemove: () => setDrafts((all) => all.filter((_, at) => at !== index)) } : {})}
        />
      ))}
      {mayWrite ? (
        <div class="actions">
          <Button onClick={() => setDrafts((all) => [...all, draftOf({})])}>{said.addLanguage}</Button>
          <Button type="submit" kind="main" busy={change.busy}>
            {said.saveDisplay}
          </Button>
        </div>
      ) : null}
      <div aria-live="polite">
        {change.problem === undefined ? null : <Failure problem={change.problem} />}
        {saved ? <Notice kind="done">{said.displaySaved}</Notice> : null}
      </div>
    </form>
  );
}
