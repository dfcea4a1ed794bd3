/** The filters of the list of sessions. */
import type { JSX } from 'preact';
import { call } from '../../api/call.ts';
import { Field, Select } from '../../parts/field.tsx';
import { stateOf, statuses } from '../../parts/flow/session-view.ts';
import { Section } from '../../parts/page.tsx';
import { hasRole } from '../../state/session.ts';
import { useLoaded } from '../../state/use-loaded.ts';
import { flowTexts } from '../../text/flow.ts';
import { sessionsTexts } from '../../text/sessions.ts';
import type { SessionFilters } from './session-filters.ts';

export interface FilterFieldsProps {
  readonly filters: SessionFilters;
  readonly onFilters: (filters: Readonly<Record<string, string>>) => void;
  readonly reference: string;
  readonly onReference: (reference: string) => void;
}

interface Named {
  readonly id: string;
}

export function FilterFields({ filters, onFilters, reference, onReference }: FilterFieldsProps): JSX.Element {
  const said = sessionsTexts();
  const flow = flowTexts();
  const configurations = useLoaded(readIds);
  const change = (next: Partial<SessionFilters>): void => onFilters({ ...filters, ...next });
  const all = { value: '', text: said.all };
  const ids = [...new Set([...(configurations.value.value ?? []), filters.configuration])].filter((id) => id !== '');
  return (
    <Section title={said.filters}>
      <div class="filters">
        <Select
          label={said.status}
          name="status"
          value={filters.status}
          options={[all, ...statuses.map((value) => ({ value, text: stateOf(value).text }))]}
          onChange={(status) => change({ status })}
        />
        <Select
          label={said.kind}
          name="kind"
          value={filters.kind}
          options={[all, ...(['issuance', 'presentation'] as const).map((value) => ({ value, text: flow[value] }))]}
          onChange={(kind) => change({ kind })}
        />
        <Select
          label={said.configuration}
          name="configuration"
          value={filters.configuration}
          options={[all, ...ids.map((value) => ({ value, text: value }))]}
          onChange={(configuration) => change({ configuration })}
        />
        <Field label={said.from} name="from" type="date" value={filters.from} onInput={(from) => change({ from })} />
        <Field
          label={said.until}
          name="until"
          type="date"
          value={filters.until}
          onInput={(until) => change({ until })}
        />
        <Select
          label={said.dryRun}
          name="dryRun"
          value={filters.dryRun}
          options={[
            { value: '', text: said.ordinary },
            { value: 'true', text: said.only },
          ]}
          onChange={(dryRun) => change({ dryRun })}
        />
        {hasRole('operator') ? (
          <Field
            label={said.reference}
            help={said.referenceHelp}
            name="state"
            type="search"
            value={reference}
            onInput={onReference}
          />
        ) : null}
      </div>
    </Section>
  );
}

/** Without them the filter offers only the ids in the address. */
async function readIds(signal: AbortSignal): Promise<readonly string[]> {
  const lists = await Promise.all(
    ['/issuer-management', '/presentation-management'].map((path) => call<readonly Named[]>('GET', path, { signal })),
  );
  return [...new Set(lists.flat().map(({ id }) => id))].sort();
}
