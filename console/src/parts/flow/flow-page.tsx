/** A page that starts a flow: a form that creates a link, then the link and the wallet's steps. */
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { call } from '../../api/call.ts';
import { pathOf } from '../../api/paths.ts';
import { asProblem, type Problem } from '../../api/problem.ts';
import type { Resource } from '../../state/loaded.ts';
import { useChange } from '../../state/use-change.ts';
import { Empty } from '../empty.tsx';
import { Failure } from '../failure.tsx';
import { Link } from '../link.tsx';
import { Show } from '../loading.tsx';
import { Page } from '../page.tsx';
import { usable } from './configuration.ts';
import { LiveFlow } from './live-flow.tsx';
import type { Begun, MadeLink } from './wallet-link.tsx';

export interface FlowPageProps<T> {
  readonly title: string;
  readonly said: {
    readonly lead: string;
    readonly another: string;
    /** There is no configuration. */
    readonly none: string;
    readonly toConfigurations: string;
  };
  readonly configurations: Resource<readonly T[]>;
  /** The form; `all` is not empty. */
  readonly form: (all: readonly [T, ...T[]], onMade: (begun: Begun) => void) => ComponentChildren;
}

export function FlowPage<T extends { readonly id: string; readonly error?: readonly unknown[] }>(
  props: FlowPageProps<T>,
): JSX.Element {
  const { title, said, configurations, form } = props;
  const [begun, setBegun] = useState<Begun>();
  const { busy, problem, run, forget } = useChange();
  if (begun !== undefined) {
    const again = async (): Promise<void> => setBegun({ ...(await begun.repeat()), repeat: begun.repeat });
    const another = (): void => {
      forget();
      setBegun(undefined);
    };
    return (
      <Page title={title}>
        {problem === undefined ? null : <Failure problem={problem} />}
        <LiveFlow
          key={begun.session}
          made={begun}
          onAgain={() => void run(again)}
          againBusy={busy}
          another={said.another}
          onAnother={another}
        />
      </Page>
    );
  }
  return (
    <Page title={title} lead={said.lead}>
      <Show of={configurations}>
        {(listed) => {
          const [first, ...more] = usable(listed);
          if (first !== undefined) return form([first, ...more], setBegun);
          return (
            <Empty title={said.none}>
              <Link to="/configurations">{said.toConfigurations}</Link>
            </Empty>
          );
        }}
      </Show>
    </Page>
  );
}

export interface LinkMaking {
  readonly busy: boolean;
  readonly problem: Problem | undefined;
  /** @param body undefined if the form has an error: then nothing is sent. Resolves with the API's refusal */
  readonly make: (body: unknown) => Promise<Problem | undefined>;
}

/** The call that creates the link; one at a time. */
export function useLinkMaking(path: Parameters<typeof pathOf>[0], onMade: (begun: Begun) => void): LinkMaking {
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);
  const make = async (body: unknown): Promise<Problem | undefined> => {
    setProblem(undefined);
    if (body === undefined || busy) return undefined;
    setBusy(true);
    try {
      const repeat = (): Promise<MadeLink> => call<MadeLink>('POST', pathOf(path), { body });
      onMade({ ...(await repeat()), repeat });
      return undefined;
    } catch (error) {
      const refused = asProblem(error);
      setProblem(refused);
      setBusy(false);
      return refused;
    }
  };
  return { busy, problem, make };
}
