/** The button for one's own page: the backend's call, and the page's content. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { connection } from '../../api/connection.ts';
import { Notice } from '../../parts/failure.tsx';
import { Check, Select } from '../../parts/field.tsx';
import type { PresentationConfiguration } from '../../parts/flow/configuration.ts';
import { Link } from '../../parts/link.tsx';
import { Section } from '../../parts/page.tsx';
import { Snippet } from '../../parts/snippet.tsx';
import { hasRole } from '../../state/session.ts';
import { buttonTexts } from '../../text/button.ts';
import { backendCall, pageHtml, policyOf } from './button-snippets.ts';

export interface ButtonSectionProps {
  readonly configurations: readonly [PresentationConfiguration, ...PresentationConfiguration[]];
}

export function ButtonSection({ configurations }: ButtonSectionProps): JSX.Element {
  const said = buttonTexts();
  const [first] = configurations;
  const [id, setId] = useState((configurations.find(({ origins = [] }) => origins.length > 0) ?? first).id);
  const { origins = [] } = configurations.find((one) => one.id === id) ?? first;
  const [chosen, setChosen] = useState('');
  const [crossDevice, setCrossDevice] = useState(false);
  const origin = origins.includes(chosen) ? chosen : origins[0];
  return (
    <Section title={said.title}>
      <p>{said.lead}</p>
      <div class="entry">
        <Select
          label={said.configuration}
          value={id}
          onChange={setId}
          options={configurations.map((one) => ({ value: one.id, text: one.id }))}
        />
        {origins.length > 1 ? (
          <Select
            label={said.origin}
            value={origin ?? ''}
            onChange={setChosen}
            options={origins.map((value) => ({ value, text: value }))}
          />
        ) : null}
        <Check label={said.crossDevice} help={said.crossDeviceHelp} checked={crossDevice} onChange={setCrossDevice} />
      </div>
      {origin === undefined ? (
        <NoOrigin id={id} />
      ) : (
        <Snippets configuration={id} origin={origin} hasSeveral={origins.length > 1} crossDevice={crossDevice} />
      )}
    </Section>
  );
}

function NoOrigin({ id }: { readonly id: string }): JSX.Element {
  const said = buttonTexts();
  return (
    <Notice kind="warning">
      <p>{said.noOrigin(id)}</p>
      {hasRole('admin') ? (
        <Link to={`/configurations?kind=presentation&id=${encodeURIComponent(id)}`}>{said.toConfiguration}</Link>
      ) : null}
    </Notice>
  );
}

interface SnippetsProps {
  readonly configuration: string;
  readonly origin: string;
  readonly hasSeveral: boolean;
  readonly crossDevice: boolean;
}

export function Snippets(props: SnippetsProps): JSX.Element {
  const said = buttonTexts();
  // The console and the API have the same origin as PUBLIC_URL.
  const server = `${location.origin}${connection.base}`;
  const words = { keep: said.keep, thanks: said.thanks, refused: said.refused, expired: said.expired };
  return (
    <>
      <h3>{said.backend}</h3>
      <p>{said.backendHelp}</p>
      <Snippet label={said.backend} text={backendCall({ ...props, server, variant: connection.variant, words })} />
      <h3>{said.page}</h3>
      <p>{said.pageHelp}</p>
      <Snippet label={said.page} text={pageHtml({ server, words })} />
      <h3>{said.policy}</h3>
      <p>{said.policyHelp}</p>
      <Snippet label={said.policy} text={policyOf(server)} />
    </>
  );
}
