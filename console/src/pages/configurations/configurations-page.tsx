/** The page "Configurations": the issued and the requested credentials, and the editor. */
import type { JSX } from 'preact';
import { call } from '../../api/call.ts';
import { Show } from '../../parts/loading.tsx';
import { Page, type PageParameters } from '../../parts/page.tsx';
import { address } from '../../state/address.ts';
import { hasRole } from '../../state/session.ts';
import { useLoaded } from '../../state/use-loaded.ts';
import { configurationTexts } from '../../text/configurations.ts';
import { pageTitles } from '../../text/shell.ts';
import { type Configurations, configurationKinds, type Listed, pathOfKind } from './configuration-kinds.ts';
import { ConfigurationList } from './configuration-list.tsx';
import { EditorView } from './editor-view.tsx';
import { TransferSection } from './transfer.tsx';

export function ConfigurationsPage(_: PageParameters): JSX.Element {
  const said = configurationTexts();
  const lists = useLoaded(async (signal): Promise<Configurations> => {
    const [issuance, presentation] = await Promise.all(
      configurationKinds.map((kind) => call<readonly Listed[]>('GET', pathOfKind[kind], { signal })),
    );
    return { issuance: issuance ?? [], presentation: presentation ?? [] };
  });
  const { kind: wanted, id, template } = address.value.query;
  const kind = configurationKinds.find((one) => one === wanted);
  const isEditing = kind !== undefined && (id !== undefined || template !== undefined);
  return (
    <Page title={pageTitles().configurations} lead={said.lead}>
      <Show of={lists}>
        {(configurations) =>
          isEditing ? (
            <EditorView
              key={kind}
              kind={kind}
              id={id}
              configurations={configurations}
              onChanged={() => lists.reload()}
            />
          ) : (
            <>
              <ConfigurationList configurations={configurations} />
              {hasRole('admin') ? <TransferSection onChanged={() => lists.reload()} /> : null}
            </>
          )
        }
      </Show>
    </Page>
  );
}
