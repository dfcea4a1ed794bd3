/** A flow that has just started: its result first, what the wallet needs until then, and its steps as they happen. */
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { flowTexts } from '../../text/flow.ts';
import { outcomeTexts } from '../../text/outcomes.ts';
import { Button } from '../button.tsx';
import { Link } from '../link.tsx';
import { Show } from '../loading.tsx';
import { outcomeOf } from './outcome.ts';
import { OutcomePanel } from './outcome-panel.tsx';
import { Presented, Steps } from './session-parts.tsx';
import type { SessionView } from './session-view.ts';
import { scannedIn, useLiveSession } from './use-live-session.ts';
import { type MadeLink, WalletLink } from './wallet-link.tsx';

export interface LiveFlowProps {
  readonly made: MadeLink;
  /** Makes another link by the same form, as after a refusal. */
  readonly onAgain: () => void;
  readonly againBusy: boolean;
  /** Text of the link to the form. */
  readonly another: string;
  readonly onAnother: () => void;
}

export function LiveFlow({ made, onAgain, againBusy, another, onAnother }: LiveFlowProps): JSX.Element {
  const live = useLiveSession(made.session);
  const session = live.session.value.value;
  const over = session !== undefined && outcomeOf(session).over;
  const focus = useResultFocus(over);
  const panel = (now: SessionView): JSX.Element => {
    const outcome = outcomeOf(now, scannedIn(live));
    const failed = outcome.over && outcome.tone !== 'good';
    return (
      <OutcomePanel outcome={outcome} focus={focus}>
        {failed ? (
          <Button kind="main" busy={againBusy} onClick={onAgain}>
            {outcomeTexts().again}
          </Button>
        ) : null}
        <Button kind={outcome.over && !failed ? 'main' : 'plain'} onClick={onAnother}>
          {another}
        </Button>
        <Link to={`/sessions/${encodeURIComponent(made.session)}`}>{flowTexts().session}</Link>
      </OutcomePanel>
    );
  };
  const rest = (
    <>
      {session === undefined ? null : <Presented session={session} />}
      <Steps trace={live.trace} />
    </>
  );
  if (over) {
    return (
      <>
        <Show of={live.session}>{panel}</Show>
        {rest}
      </>
    );
  }
  return (
    <div class="columns">
      <WalletLink made={made} />
      <div>
        <Show of={live.session}>{panel}</Show>
        {rest}
      </div>
    </div>
  );
}

/** The result receives the focus once, unless the user's focus is elsewhere, as in the navigation or in a dialog. */
function useResultFocus(over: boolean): boolean {
  const [focus, setFocus] = useState(false);
  const was = useRef(over);
  useEffect(() => {
    if (over && !was.current && isOnPage(document.activeElement)) setFocus(true);
    was.current = over;
  }, [over]);
  return focus;
}

function isOnPage(active: Element | null): boolean {
  return active === null || active === document.body || active.closest('main') !== null;
}
