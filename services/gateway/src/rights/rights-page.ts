/** The rights page in each of its states. It has no script, and loads nothing. Pure. */
import type { Rights } from '@countersign/shared/flow-config/tenant-profile';
import { isoTime } from '@countersign/shared/kernel/clock';
import type { Language } from '@countersign/shared/pages/accept-language';
import { type Brand, escapeHtml, type Page, page } from '@countersign/shared/pages/page';
import type { ErasedAbout } from './erase-person.ts';
import type { Held, HeldSession } from './held.ts';
import { type RightsProblem, type RightsTexts, rightsTexts } from './rights-texts.ts';

export type RightsView =
  /** @property qr SVG of the page's address */
  | { readonly state: 'start'; readonly qr: string; readonly back?: string }
  | { readonly state: 'waiting'; readonly link: string }
  | { readonly state: 'refused' }
  | { readonly state: 'known'; readonly held: Held; readonly token: string }
  | { readonly state: 'erased'; readonly erased: ErasedAbout; readonly receipt: string; readonly back?: string }
  | { readonly state: RightsProblem };

export interface RightsPage {
  readonly language: Language;
  readonly brand: Brand;
  readonly rights: Rights;
  /** The page's path. */
  readonly path: string;
  readonly view: RightsView;
}

const style = `table { border-collapse: collapse; width: 100%; margin: 0 0 1.5rem; font-size: .9375rem; }
th, td { text-align: left; vertical-align: top; padding: .375rem .75rem .375rem 0; border-bottom: 1px solid var(--line); }
td:last-child { font: .8125rem/1.5 ui-monospace, monospace; }
.code { max-width: 12rem; padding: .5rem; border: 1px solid var(--line); border-radius: .5rem; background: #fff; }
.code svg { display: block; width: 100%; height: auto; }
textarea { width: 100%; font: .8125rem/1.4 ui-monospace, monospace; }
button.button { font: inherit; font-weight: 600; cursor: pointer; }
@media (forced-colors: active) { .code { forced-color-adjust: none; } }
`;

interface Said extends RightsPage {
  readonly said: RightsTexts;
  /** A text with the tenant's name, escaped. */
  readonly fill: (text: string) => string;
}

export function rightsPage(input: RightsPage): Page {
  const { language, brand, rights, view } = input;
  const said = rightsTexts[language];
  const fill = (text: string): string => escapeHtml(text.replaceAll('{name}', () => brand.name));
  const main = `<main data-state="${view.state}">
<div class="sheet">
<h1>${fill(said.title)}</h1>
${stateMarkup({ ...input, said, fill })}
${contactMarkup(said.contact, rights.contact)}
${contactMarkup(said.authority, rights.authority)}
</div>
</main>`;
  return page({ language, title: `${said.title} – ${brand.name}`, brand, main, style, posts: true });
}

function stateMarkup(input: Said): string {
  const { view, said, fill, path } = input;
  switch (view.state) {
    case 'start':
      return `<p>${fill(said.introduction)}</p>
<p class="small">${fill(said.findable)}</p>
${startForm(input, said.start, view.back)}
<p>${fill(said.thisDevice)}</p>
<div class="code" role="img" aria-label="${fill(said.code)}">${view.qr}</div>`;
    case 'waiting':
      return `<p role="status">${fill(said.waiting)}</p>
<p><a class="button" href="${escapeHtml(view.link)}">${fill(said.open)}</a></p>
<p><a href="${escapeHtml(path)}">${fill(said.reload)}</a></p>`;
    case 'refused':
      return `<p role="status">${fill(said.refused)}</p>\n${startForm(input, said.again)}`;
    case 'known':
      return heldMarkup(input, view.held, view.token);
    case 'erased':
      return erasedMarkup(input, view);
    case 'ended':
      return `<p role="status">${fill(said.problems.ended)}</p>\n${startForm(input, said.again)}`;
    case 'elsewhere':
      return `<p role="status">${fill(said.problems.elsewhere)}</p>`;
  }
}

function startForm({ path, fill }: Said, label: string, back?: string): string {
  const kept = back === undefined ? '' : `<input type="hidden" name="callback_url" value="${escapeHtml(back)}" />`;
  return `<form method="post" action="${escapeHtml(`${path}/start`)}">${kept}<p><button class="button">${fill(label)}</button></p></form>`;
}

function heldMarkup({ said, fill, path }: Said, held: Held, token: string): string {
  const isEmpty = held.sessions.length + held.renewals.length + held.logins.length === 0;
  const list = isEmpty
    ? `<p role="status">${fill(said.nothing)}</p>`
    : `<p role="status">${fill(said.found)}</p>
${sessionTable(said, held.sessions)}
${timeList(
  said,
  said.renewals,
  held.renewals.map(({ configurations, until }) => ({ what: configurations.join(', '), until })),
)}
${timeList(
  said,
  said.logins,
  held.logins.map(({ application, until }) => ({ what: application, until })),
)}
${held.more ? `<p>${fill(said.more)}</p>` : ''}`;
  return `${list}
<form method="post" action="${escapeHtml(`${path}/erase`)}">
<h2>${fill(said.eraseTitle)}</h2>
<p>${fill(said.eraseText)}</p>
<input type="hidden" name="token" value="${escapeHtml(token)}" />
<p><label><input type="checkbox" name="revoke" value="yes" /> ${fill(said.revoke)}</label></p>
<p><button class="button">${fill(said.erase)}</button></p>
</form>
<p class="small">${fill(said.findable)}</p>`;
}

function sessionTable(said: RightsTexts, sessions: readonly HeldSession[]): string {
  if (sessions.length === 0) return '';
  const head = said.columns.map((column) => `<th scope="col">${escapeHtml(column)}</th>`).join('');
  const rows = sessions.map((session) => {
    const names = [...new Set(session.issued.map(({ configuration }) => configuration))].join(', ');
    const issued = names === '' ? '' : `<br />${escapeHtml(said.issued.replace('{credentials}', () => names))}`;
    const what = `${escapeHtml(`${said.kinds[session.kind]}: ${session.configurations.join(', ')}`)}${issued}`;
    const cells = [shownTime(session.createdAt), said.states[session.status], session.id].map(escapeHtml);
    return `<tr><td>${[what, ...cells].join('</td><td>')}</td></tr>`;
  });
  return `<h2>${escapeHtml(said.sessions)}</h2>\n<table><thead><tr>${head}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`;
}

function timeList(
  said: RightsTexts,
  title: string,
  items: readonly { readonly what: string; readonly until: number }[],
): string {
  if (items.length === 0) return '';
  const lines = items.map(({ what, until }) =>
    said.until.replace('{what}', () => what).replace('{when}', shownTime(until)),
  );
  return `<h2>${escapeHtml(title)}</h2>\n<ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`;
}

function erasedMarkup(
  { said, fill }: Said,
  { erased, receipt, back }: Extract<RightsView, { state: 'erased' }>,
): string {
  const counts = Object.entries(erased).reduce((text, [name, n]) => text.replace(`{${name}}`, String(n)), said.counts);
  const saved = `data:application/jwt,${encodeURIComponent(receipt)}`;
  const way =
    back === undefined
      ? ''
      : `<p><a class="button" href="${escapeHtml(back)}" rel="noreferrer">${fill(said.back)}</a></p>`;
  return `<p role="status"><strong>${fill(said.erased)}.</strong> ${fill(counts)}</p>
<p><label for="receipt">${fill(said.receipt)}</label></p>
<p><textarea id="receipt" rows="6" readonly="readonly">${escapeHtml(receipt)}</textarea></p>
<p><a download="receipt.jwt" href="${escapeHtml(saved)}">${fill(said.download)}</a></p>
${way}`;
}

function contactMarkup(title: string, contact: Rights['contact']): string {
  if (contact === undefined) return '';
  const { name, email, phone, uri } = contact;
  const lines = [
    ...(name === undefined ? [] : [escapeHtml(name)]),
    ...(email === undefined ? [] : [linked(`mailto:${email}`, email)]),
    ...(phone === undefined ? [] : [linked(`tel:${phone.replaceAll(/[^+0-9]/g, '')}`, phone)]),
    ...(uri === undefined ? [] : [linked(uri, uri)]),
  ];
  return `<h2>${escapeHtml(title)}</h2>\n<p>${lines.join('<br />')}</p>`;
}

function linked(address: string, text: string): string {
  return `<a href="${escapeHtml(address)}" rel="noreferrer">${escapeHtml(text)}</a>`;
}

/** To the minute. */
function shownTime(milliseconds: number): string {
  return isoTime(milliseconds).slice(0, 16).replace('T', ' ');
}
