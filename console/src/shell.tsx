/** The console's frame: navigation, who is signed in, language and theme, and the page at the address. */
import type { ComponentType, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { asProblem, type Problem } from './api/problem.ts';
import { SignInPage } from './pages/sign-in/sign-in-page.tsx';
import { type FoundPage, findPage, type PageRow, pages } from './pages.ts';
import { Button } from './parts/button.tsx';
import { Empty } from './parts/empty.tsx';
import { Failure, Notice } from './parts/failure.tsx';
import { Link } from './parts/link.tsx';
import { Loading } from './parts/loading.tsx';
import { Page, type PageParameters } from './parts/page.tsx';
import { Preferences } from './parts/preferences.tsx';
import { Search } from './parts/search/search-dialog.tsx';
import { TenantSwitch } from './parts/tenant-switch.tsx';
import { address } from './state/address.ts';
import { hasRole, type SignedIn, session, signOut, startSession } from './state/session.ts';
import { pageTitles, shellTexts } from './text/shell.ts';

export function Shell(): JSX.Element {
  const now = session.value;
  switch (now.state) {
    case 'starting':
      return (
        <Plain>
          <Loading />
        </Plain>
      );
    case 'away':
      return (
        <Plain>
          <h1>Countersign</h1>
          <Failure problem={now.problem} onRetry={() => void startSession()} />
        </Plain>
      );
    case 'out':
      return (
        <Plain>
          <SignInPage ended={now.ended} />
        </Plain>
      );
    case 'in':
      // Nothing of one tenant stays on the page of another.
      return <Frame key={now.tenant} signedIn={now} />;
  }
}

function Plain({ children }: { readonly children: JSX.Element | readonly JSX.Element[] }): JSX.Element {
  return (
    <div class="alone">
      <main>{children}</main>
      <footer>
        <Preferences />
      </footer>
    </div>
  );
}

function Frame({ signedIn }: { readonly signedIn: SignedIn }): JSX.Element {
  const said = shellTexts();
  const { path } = address.value;
  const found = findPage(path);
  const [open, setOpen] = useState(false);
  useEffect(() => setOpen(false), [path]);
  return (
    <div class="frame">
      <a class="skip" href="#content">
        {said.skip}
      </a>
      <header class="bar">
        <p class="brand">
          <Link to="/">Countersign</Link>
        </p>
        <button
          type="button"
          class="button menu"
          aria-expanded={open}
          aria-controls="navigation"
          onClick={() => setOpen(!open)}
        >
          {said.menu}
        </button>
      </header>
      <div class={`side${open ? ' open' : ''}`} id="navigation">
        <Search />
        <Navigation current={found?.row} />
        <section aria-label={said.account}>
          <Account signedIn={signedIn} />
          <Preferences />
        </section>
      </div>
      <main id="content" tabIndex={-1}>
        {found === undefined ? <UnknownPage /> : <ShownPage key={path} found={found} />}
      </main>
    </div>
  );
}

function Navigation({ current }: { readonly current: PageRow | undefined }): JSX.Element {
  const titles = pageTitles();
  const groups = ['flows', 'setup', 'operation'] as const;
  const isCurrent = (row: PageRow): boolean => row === current || (current?.path.startsWith(`${row.path}/`) ?? false);
  return (
    <nav aria-label={shellTexts().navigation}>
      {groups.map((group) => (
        <ul key={group}>
          {pages
            .filter((row) => row.group === group && hasRole(row.role))
            .map((row) => (
              <li key={row.path}>
                <Link to={row.path} current={isCurrent(row)}>
                  {titles[row.title]}
                </Link>
              </li>
            ))}
        </ul>
      ))}
    </nav>
  );
}

function Account({ signedIn }: { readonly signedIn: SignedIn }): JSX.Element {
  const said = shellTexts();
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);
  const leave = async (): Promise<void> => {
    setBusy(true);
    await signOut().catch((error: unknown) => setProblem(asProblem(error)));
    setBusy(false);
  };
  return (
    <div class="account">
      <p>
        <strong>{signedIn.name}</strong>
        <span class="soft">
          {said.tenant} {signedIn.tenant}, {said.role} {said[signedIn.role]}
        </span>
      </p>
      {signedIn.platform === true ? <TenantSwitch signedIn={signedIn} /> : null}
      <Button busy={busy} onClick={() => void leave()}>
        {said.signOut}
      </Button>
      {problem === undefined ? null : <Notice kind="alert">{said.signOutFailed}</Notice>}
    </div>
  );
}

/** Loads the code of the page, and shows it. */
function ShownPage({ found }: { readonly found: FoundPage }): JSX.Element {
  const { row, parameters } = found;
  const said = shellTexts();
  const [shown, setShown] = useState<{ readonly page: ComponentType<PageParameters> } | 'failed'>();
  useEffect(() => {
    let left = false;
    row.load().then(
      (page) => left || setShown({ page }),
      () => left || setShown('failed'),
    );
    return () => {
      left = true;
    };
  }, [row]);
  if (!hasRole(row.role)) {
    return (
      <Page title={said.notForRole}>
        <p>{said.notForRoleHelp(said[row.role])}</p>
      </Page>
    );
  }
  if (shown === undefined) return <Loading />;
  if (shown === 'failed') {
    return (
      <Page title={said.pageFailed}>
        <p>{said.pageFailedHelp}</p>
        <Button kind="main" onClick={() => location.reload()}>
          {said.reload}
        </Button>
      </Page>
    );
  }
  const { page: Shown } = shown;
  return <Shown parameters={parameters} />;
}

function UnknownPage(): JSX.Element {
  const said = shellTexts();
  return (
    <Page title={said.unknownPage}>
      <Empty title={said.unknownPageHelp}>
        <Link to="/">{said.toHome}</Link>
      </Empty>
    </Page>
  );
}
