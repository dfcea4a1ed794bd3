/** The deliveries of a tenant by their state, and their replay, one or many. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { call, callPage } from '../../api/call.ts';
import { asProblem, type Problem } from '../../api/problem.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Failure, Notice } from '../../parts/failure.tsx';
import { Show } from '../../parts/loading.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { address, setQuery } from '../../state/address.ts';
import { hasRole } from '../../state/session.ts';
import { useLoaded } from '../../state/use-loaded.ts';
import { partTexts } from '../../text/parts.ts';
import { webhookTexts } from '../../text/webhooks.ts';
import { type Delivery, DeliveryTable } from './delivery-table.tsx';
import { type ReplayResult, replayed } from './replay-result.ts';

const states = ['waiting', 'delivered', 'dead'] as const;
type State = (typeof states)[number];

const PAGE = 50;
/** Milliseconds. */
const EVERY = 5000;

export function Deliveries(): JSX.Element {
  const said = webhookTexts();
  const { state } = address.value.query;
  const shown = states.find((one) => one === state) ?? 'waiting';
  return (
    <Tabs
      label={said.deliveries}
      selected={shown}
      onSelect={(id) => setQuery({ state: id })}
      tabs={states.map((one) => ({ id: one, title: said[one], content: () => <ListOf key={one} state={one} /> }))}
    />
  );
}

/** First page, polled; older pages are added on request. */
function ListOf({ state }: { readonly state: State }): JSX.Element {
  const said = webhookTexts();
  const [limit, setLimit] = useState(PAGE);
  const list = useLoaded(
    (signal) => callPage<Delivery>('/deliveries', { signal, query: { state, limit } }),
    [state, limit],
    { every: EVERY },
  );
  return (
    <Show of={list}>
      {({ items, next }) =>
        items.length === 0 ? (
          <Empty title={said.none(state)} />
        ) : (
          <>
            <Replayable items={items} canReplay={hasRole('operator')} onReplayed={() => void list.reload()} />
            {next === undefined || limit >= 1000 ? null : (
              <Button onClick={() => setLimit(Math.min(limit * 4, 1000))}>{partTexts().more}</Button>
            )}
          </>
        )
      }
    </Show>
  );
}

interface ReplayableProps {
  readonly items: readonly Delivery[];
  readonly canReplay: boolean;
  readonly onReplayed: () => void;
}

function Replayable({ items, canReplay, onReplayed }: ReplayableProps): JSX.Element {
  const said = webhookTexts();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<readonly string[]>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const [results, setResults] = useState<readonly ReplayResult[]>();
  const present = items.filter(({ id }) => chosen.has(id)).map(({ id }) => id);
  const replay = async (ids: readonly string[]): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      const answer = await call<{ readonly results: readonly ReplayResult[] }>('POST', '/deliveries/replay', {
        body: { ids: ids.slice(0, 100) },
      });
      setResults(answer.results);
      setChosen(new Set());
      setAsked(undefined);
      onReplayed();
    } catch (error) {
      setProblem(asProblem(error));
    }
    setBusy(false);
  };
  const toggle = (id: string): void => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  return (
    <>
      {results === undefined ? null : <Results results={results} />}
      {problem === undefined || asked !== undefined ? null : <Failure problem={problem} />}
      {canReplay ? (
        <div class="actions">
          <Button
            disabled={present.length === 0}
            onClick={() => {
              setProblem(undefined);
              setAsked(present);
            }}
          >
            {said.replayChosen(present.length)}
          </Button>
          <Button onClick={() => setChosen(new Set(items.slice(0, 100).map(({ id }) => id)))}>{said.chooseAll}</Button>
        </div>
      ) : null}
      <DeliveryTable
        items={items}
        {...(canReplay ? { chosen, onToggle: toggle, onReplay: (id: string) => setAsked([id]) } : {})}
      />
      <ConfirmDialog
        open={asked !== undefined}
        title={said.replayTitle(asked?.length ?? 0)}
        confirm={said.replay}
        busy={busy}
        problem={problem}
        onConfirm={() => void replay(asked ?? [])}
        onCancel={() => setAsked(undefined)}
      >
        <p>{said.replayHelp}</p>
      </ConfirmDialog>
    </>
  );
}

function Results({ results }: { readonly results: readonly ReplayResult[] }): JSX.Element {
  const said = webhookTexts();
  const { sent, refused } = replayed(results);
  return (
    <Notice kind={refused.length === 0 ? 'done' : 'warning'} title={said.replayed(sent, results.length)}>
      {refused.length === 0 ? null : (
        <ul>
          {refused.map(({ id, description, result }) => (
            <li key={id}>
              <code>{id}</code> {description ?? result}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
