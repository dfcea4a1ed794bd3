/** The search of the whole console: a button, the keys Ctrl and K, and a dialog with the results. */
import type { JSX } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Answer } from '../../api/answer.ts';
import { call } from '../../api/call.ts';
import { asProblem, type Problem } from '../../api/problem.ts';
import { address, navigate } from '../../state/address.ts';
import { flowTexts } from '../../text/flow.ts';
import { searchTexts } from '../../text/search.ts';
import { Button } from '../button.tsx';
import { Failure } from '../failure.tsx';
import { Field } from '../field.tsx';
import { StateBadge } from '../flow/session-parts.tsx';
import { Link } from '../link.tsx';
import { When } from '../when.tsx';
import { opensSearch } from './search-key.ts';

export type SearchHit = Answer<'SearchHit'>;

export function Search(): JSX.Element {
  const said = searchTexts();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  // Starts empty each time: a search must not wait for the next user.
  const [opened, setOpened] = useState(false);
  const open = (): void => setOpened(true);
  // Once its content exists, so that the field receives the focus. Not after the next paint: keys typed before it would
  // be lost.
  useLayoutEffect(() => {
    if (opened) dialog.current?.showModal();
  }, [opened]);
  const close = (): void => dialog.current?.close();
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!opensSearch(event)) return;
      event.preventDefault();
      open();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  const { path } = address.value;
  useLayoutEffect(close, [path]);
  return (
    <>
      <button type="button" class="button search" aria-keyshortcuts="Control+K Meta+K" onClick={open}>
        {said.open} <kbd>Ctrl K</kbd>
      </button>
      <dialog ref={dialog} aria-labelledby={id} onClose={() => setOpened(false)}>
        {opened ? (
          <>
            <h2 id={id}>{said.title}</h2>
            <SearchForm onClose={close} />
          </>
        ) : null}
      </dialog>
    </>
  );
}

type Outcome = { readonly hits: readonly SearchHit[] } | { readonly problem: Problem };

function SearchForm({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const said = searchTexts();
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const find = async (event: Event): Promise<void> => {
    event.preventDefault();
    const q = text.trim();
    if (q === '' || busy) return;
    setBusy(true);
    const found = await call<readonly SearchHit[]>('GET', '/search', { query: { q } }).then(
      (hits): Outcome => ({ hits }),
      (error: unknown): Outcome => ({ problem: asProblem(error) }),
    );
    setBusy(false);
    const [only, more] = 'hits' in found ? found.hits : [];
    if (only === undefined || more !== undefined) return setOutcome(found);
    navigate(sessionPath(only));
    onClose();
  };
  return (
    <form onSubmit={(event) => void find(event)}>
      <Field label={said.label} help={said.help} name="q" value={text} onInput={setText} />
      <div aria-live="polite">{outcome === undefined ? null : <Found outcome={outcome} />}</div>
      <div class="actions end">
        <Button onClick={onClose}>{said.close}</Button>
        <Button type="submit" kind="main" busy={busy}>
          {said.find}
        </Button>
      </div>
    </form>
  );
}

function Found({ outcome }: { readonly outcome: Outcome }): JSX.Element {
  const said = searchTexts();
  if ('problem' in outcome) return <Failure problem={outcome.problem} />;
  if (outcome.hits.length === 0) return <p>{said.none}</p>;
  return (
    <>
      <p>{said.found(outcome.hits.length)}</p>
      <Hits hits={outcome.hits} />
    </>
  );
}

export function Hits({ hits }: { readonly hits: readonly SearchHit[] }): JSX.Element {
  const said = searchTexts();
  const flow = flowTexts();
  return (
    <ul class="hits" aria-label={said.results}>
      {hits.map((hit) => (
        <li key={`${hit.found} ${hit.session}`}>
          <Link to={sessionPath(hit)}>
            {hit.kind === undefined ? '' : `${flow[hit.kind]}, `}
            <When at={hit.createdAt} />
          </Link>{' '}
          <StateBadge status={hit.status} />
          <p class="soft small">
            {said[hit.found]}
            {hit.configurations === undefined ? '' : `, ${hit.configurations.join(', ')}`}
          </p>
        </li>
      ))}
    </ul>
  );
}

function sessionPath({ session }: SearchHit): string {
  return `/sessions/${encodeURIComponent(session)}`;
}
