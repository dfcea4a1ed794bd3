/**
 * The page of a login: which application asks, what for, the request as link and as QR code, and its state. A script
 * polls the state and reloads the page when it changes. Without a script the page reloads automatically.
 */
import type { Language } from '@countersign/shared/pages/accept-language';
import { type Brand, escapeHtml, type Page, page } from '@countersign/shared/pages/page';

export interface LoginPage {
  readonly language: Language;
  readonly brand: Brand;
  /** The client's name. */
  readonly application: string;
  /** Names of the requested claims. */
  readonly claims: readonly string[];
  /** Names of the credentials that they are from, if the tenant has some for them. */
  readonly credentials: readonly string[];
  readonly purpose?: string;
  readonly privacyPolicy?: string;
  readonly state: LoginState;
  /** The request's link. */
  readonly link: string;
  /** SVG of the link, if the wallet may be on another device. */
  readonly qr?: string;
  /** The page's path. */
  readonly path: string;
  /** Of the forms. */
  readonly token: string;
  /** The script's path. */
  readonly script: string;
}

/** `continue`: the wallet has responded, and the login can be completed. */
export type LoginState = 'waiting' | 'declined' | 'not_accepted' | 'continue' | 'expired' | 'refused';

interface Texts {
  readonly title: string;
  readonly introduction: string;
  readonly asked: string;
  readonly from: string;
  readonly purpose: string;
  readonly privacy: string;
  /** Text of the button that uses the Digital Credentials API. */
  readonly ask: string;
  readonly noAnswer: string;
  readonly open: string;
  readonly other: string;
  readonly scan: string;
  readonly code: string;
  readonly cancel: string;
  readonly back: string;
  readonly goOn: string;
  readonly states: Readonly<Record<LoginState, string>>;
}

const texts: Readonly<Record<Language, Texts>> = {
  en: {
    title: 'Sign in with your wallet',
    introduction:
      '{application} asks you to sign in. Your wallet shows what is requested, and nothing is shared until you agree.',
    asked: 'Asked for',
    from: 'From your credential',
    purpose: 'Purpose',
    privacy: 'Privacy policy (opens in a new tab)',
    ask: 'Use this browser’s wallet',
    noAnswer: 'No wallet of this browser responded. Try again, or choose another way.',
    open: 'Open wallet on this device',
    other: 'On another device',
    scan: 'Scan this code with the wallet on your other device, and only if you are signing in at {application} in this browser.',
    code: 'QR code with the request for the wallet on another device',
    cancel: 'Cancel and go back',
    back: 'Go back to {application}',
    goOn: 'Continue',
    states: {
      waiting: 'Waiting for your wallet. This page continues automatically once you confirm.',
      declined: 'Your wallet reported that the request was declined. You can still confirm, or cancel.',
      not_accepted: 'What your wallet presented could not be accepted. Try again with another credential, or cancel.',
      continue: 'Confirmed. You are being taken back to {application}.',
      expired: 'The time has run out. Go back to {application} and sign in again.',
      refused: 'The sign-in has ended without a credential that could be accepted.',
    },
  },
  de: {
    title: 'Mit der Wallet anmelden',
    introduction:
      '{application} bittet Sie, sich anzumelden. Ihre Wallet zeigt, was angefragt wird, und gibt nichts ohne Ihre Zustimmung weiter.',
    asked: 'Angefragt',
    from: 'Aus Ihrem Nachweis',
    purpose: 'Zweck',
    privacy: 'Datenschutzerklärung (öffnet einen neuen Tab)',
    ask: 'Wallet dieses Browsers fragen',
    noAnswer:
      'Keine Wallet dieses Browsers hat geantwortet. Versuchen Sie es noch einmal oder wählen Sie einen anderen Weg.',
    open: 'Wallet auf diesem Gerät öffnen',
    other: 'Auf einem anderen Gerät',
    scan: 'Scannen Sie diesen Code mit der Wallet auf dem anderen Gerät, aber nur, wenn Sie sich gerade in diesem Browser bei {application} anmelden.',
    code: 'QR-Code mit der Anfrage für die Wallet auf einem anderen Gerät',
    cancel: 'Abbrechen und zurück',
    back: 'Zurück zu {application}',
    goOn: 'Weiter',
    states: {
      waiting: 'Warten auf Ihre Wallet. Sobald Sie dort bestätigt haben, geht es auf dieser Seite von selbst weiter.',
      declined:
        'Ihre Wallet hat gemeldet, dass die Anfrage abgelehnt wurde. Sie können noch bestätigen oder abbrechen.',
      not_accepted:
        'Der Nachweis aus Ihrer Wallet konnte nicht angenommen werden. Versuchen Sie es mit einem anderen Nachweis, oder brechen Sie ab.',
      continue: 'Bestätigt. Sie werden zu {application} zurückgeleitet.',
      expired: 'Die Zeit ist abgelaufen. Gehen Sie zurück zu {application} und melden Sie sich noch einmal an.',
      refused: 'Die Anmeldung ist ohne einen Nachweis beendet, der angenommen werden konnte.',
    },
  },
};

const style = `.columns { display: grid; gap: 1.5rem; }
#state { border-left: .25rem solid var(--accent); padding: .25rem 0 .25rem .875rem; margin: 0 0 1.5rem; }
.code { max-width: 19rem; padding: .5rem; border: 1px solid var(--line); border-radius: .5rem; background: #fff; }
.code svg { display: block; width: 100%; height: auto; }
dt { color: var(--soft); font-size: .9375rem; }
dd { margin: 0 0 .75rem; }
button.button { font: inherit; font-weight: 600; cursor: pointer; }
#ask:not([hidden]) + p .button { background: none; color: var(--accent); border-color: currentColor; }
button.decline { font: inherit; padding: .625rem 0; border: 0; background: none; color: var(--accent); text-decoration: underline; cursor: pointer; }
@media (min-width: 48rem) { .columns { grid-template-columns: 1fr 19rem; gap: 3rem; } }
@media (forced-colors: active) { .code { forced-color-adjust: none; } }
`;

export function loginPage(input: LoginPage): Page {
  const { language, brand, state, path, script } = input;
  const said = texts[language];
  const fill = (text: string): string => escapeHtml(text.replaceAll('{application}', () => input.application));
  const open = state === 'waiting' || state === 'declined' || state === 'not_accepted';
  const [action, name, say] = open
    ? (['cancel', 'decline', said.cancel] as const)
    : (['complete', 'button', state === 'continue' ? said.goOn : said.back] as const);
  const main = `<main data-state="${state}" data-follow="${escapeHtml(`${path}/state`)}" data-wallet="${escapeHtml(`${path}/wallet`)}">
<div class="sheet">
<h1>${fill(said.title)}</h1>
<div id="state" role="status"><p>${fill(said.states[state])}</p></div>
${open ? requestMarkup(input, said, fill) : ''}
<form id="end" method="post" action="${escapeHtml(`${path}/complete`)}">
<input type="hidden" name="token" value="${escapeHtml(input.token)}" />
<p><button class="${name}" formaction="${escapeHtml(`${path}/${action}`)}">${fill(say)}</button></p>
</form>
</div>
</main>`;
  const again = open ? '<noscript><meta http-equiv="refresh" content="5" /></noscript>\n' : '';
  const head = `${again}<script type="module" src="${escapeHtml(script)}"></script>`;
  const title = `${said.title} – ${brand.name}`;
  return page({ language, title, brand, main, head, style, script: true, leadsAway: true });
}

function requestMarkup(input: LoginPage, said: Texts, fill: (text: string) => string): string {
  const { claims, credentials, purpose, privacyPolicy, link, qr } = input;
  const policy =
    privacyPolicy === undefined || !/^https:\/\//i.test(privacyPolicy)
      ? ''
      : `<p class="small"><a href="${escapeHtml(privacyPolicy)}" target="_blank" rel="noreferrer">${fill(said.privacy)}</a></p>`;
  const from = credentials.length === 0 ? '' : `<dt>${said.from}</dt><dd>${escapeHtml(credentials.join(', '))}</dd>`;
  const why = purpose === undefined ? '' : `<dt>${fill(said.purpose)}</dt><dd>${escapeHtml(purpose)}</dd>`;
  const other =
    qr === undefined
      ? ''
      : `<section aria-labelledby="there">
<h2 id="there">${fill(said.other)}</h2>
<p>${fill(said.scan)}</p>
<div class="code" role="img" aria-label="${fill(said.code)}">${qr}</div>
</section>`;
  return `<div class="columns">
<div>
<p>${fill(said.introduction)}</p>
<dl>${why}<dt>${fill(said.asked)}</dt><dd>${escapeHtml(claims.join(', '))}</dd>${from}</dl>
${policy}
<p id="ask" hidden="hidden" data-none="${escapeHtml(said.noAnswer)}"><button type="button" class="button">${escapeHtml(said.ask)}</button></p>
<p><a class="button" href="${escapeHtml(link)}">${fill(said.open)}</a></p>
</div>
${other}
</div>`;
}
