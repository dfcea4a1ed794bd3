/** The deliveries of a tenant by their state, and their replay, one or many. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { call, callPage } from '../../api/call.ts';
import { asProblem, type Problem } from '../../api/problem.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import type { Summary } from '../../parts/delivery-charts.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Failure } from '../../parts/failure.tsx';
import { Field, Select } from '../../parts/field.tsx';
import { Show } from '../../parts/loading.tsx';
import { type Days, periodStart } from '../../parts/period.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { address, setQuery } from '../../state/address.ts';
import { hasRole } from '../../state/session.ts';
import { useLoaded } from '../../state/use-loaded.ts';
import { eventText, eventTypes } from '../../text/events.ts';
import { partTexts } from '../../text/parts.ts';
import { webhookTexts } from '../../text/webhooks.ts';
import { type Delivery, DeliveryTable } from './delivery-table.tsx';
import type { ReplayResult } from './replay-result.ts';
import { ReplayResults } from './replay-results.tsx';

const states = ['waiting', 'delivered', 'dead'] as const;
type State = (typeof states)[number];

const PAGE = 50;
/** Milliseconds. */
const EVERY = 5000;

export interface DeliveriesProps {
  readonly days: Days;
  /** Deliveries of the period by state. */
  readonly counts: Summary['counts'] | undefined;
  readonly onReplayed: () => void;
}

export function Deliveries({ days, counts, onReplayed }: DeliveriesProps): JSX.Element {
  const said = webhookTexts();
  const { state, type = '' } = address.value.query;
  // It may be an id that belongs to a person's case, so it is not in the address.
  const [search, setSearch] = useState('');
  const shown = states.find((one) => one === state) ?? 'waiting';
  const isFiltered = type !== '' || search !== '';
  const change = (query: Readonly<Record<string, string>>): void => setQuery({ ...address.value.query, ...query });
  return (
    <>
      <div class="filters">
        <Field
          label={said.search}
          help={said.searchHelp}
          type="search"
          name="search"
          value={search}
          onInput={setSearch}
        />
        <Select
          label={said.event}
          name="type"
          value={type}
          options={[
            { value: '', text: said.allEvents },
            ...eventTypes().map((value) => ({ value, text: eventText(value) })),
          ]}
          onChange={(next) => change({ type: next })}
        />
      </div>
      <Tabs
        label={said.deliveries}
        selected={shown}
        onSelect={(id) => change({ state: id })}
        tabs={states.map((one) => ({
          id: one,
          title: isFiltered ? said[one] : said.withCount(said[one], counts?.[one]),
          content: () => (
            <ListOf
              key={one}
              state={one}
              days={days}
              filters={{ ...(type === '' ? {} : { type }), ...(search.trim() === '' ? {} : { search: search.trim() }) }}
              onReplayed={onReplayed}
            />
          ),
        }))}
      />
    </>
  );
}

interface ListProps {
  readonly state: State;
  readonly days: Days;
  readonly filters: Readonly<Record<string, string>>;
  readonly onReplayed: () => void;
}

/** First page, polled; older pages are added on request. */
function ListOf({ state, days, filters, onReplayed }: ListProps): JSX.Element {
  const said = webhookTexts();
  const [limit, setLimit] = useState(PAGE);
  const key = JSON.stringify([days, filters]);
  const list = useLoaded(
    (signal) =>
      callPage<Delivery>('/deliveries', {
        signal,
        query: { state, limit, from: periodStart(days, new Date()), ...filters },
      }),
    [state, limit, key],
    { every: EVERY },
  );
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <Show of={list}>
      {({ items, next }) => (
        <>
          {items.length === 0 ? (
            <Empty title={isFiltered ? said.noneFound : said.none(state)} />
          ) : (
            <Replayable
              items={items}
              canReplay={hasRole('operator')}
              onReplayed={() => {
                void list.reload();
                onReplayed();
              }}
            />
          )}
          {next === undefined || limit >= 1000 ? null : (
            <Button onClick={() => setLimit(Math.min(limit * 4, 1000))}>{partTexts().more}</Button>
          )}
        </>
      )}
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
      {results === undefined ? null : <ReplayResults results={results} />}
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
