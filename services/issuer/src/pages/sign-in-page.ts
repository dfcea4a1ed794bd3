/**
 * The page before a sign-in: which credential is issued to which wallet, with a link to the identity provider and one
 * that declines. An automatic sign-in would hand over a credential to every link that a user follows. It needs no
 * script.
 */
import { escapeHtml, type Page, page } from '@countersign/shared/pages/page';
import { cardStyle } from '@countersign/shared/pages/page-style';
import { authorizationPageStyle } from './authorization-page-style.ts';
import { pageTexts } from './authorization-page-texts.ts';
import {
  type AuthorizationPageSubject,
  cardMarkup,
  declineMarkup,
  filled,
  sheetMarkup,
} from './authorization-shell.ts';

export interface SignInPageInput extends AuthorizationPageSubject {
  /** The wallet's redirect URI. */
  readonly wallet: string;
  /** Issuer identifier of the identity provider. */
  readonly provider: string;
  /** Paths of the links. */
  readonly signIn: string;
  readonly decline: string;
}

export function signInPage(input: SignInPageInput): Page {
  const { language, brand, coming, wallet, provider, signIn, decline } = input;
  const texts = pageTexts[language].signIn;
  const app = walletName(wallet);
  const to = texts[app.kind].replace('{wallet}', () => app.name);
  const at = texts.at.replace('{provider}', () => new URL(provider).host);
  const main = sheetMarkup(
    'class="ended"',
    `<h1>${escapeHtml(texts.title)}</h1>
${cardMarkup(input)}
<p>${escapeHtml(filled(texts.introduction, input))}</p>
<dl><dt>${escapeHtml(texts.goesTo)}</dt><dd>${escapeHtml(to)}</dd></dl>
<p>${escapeHtml(texts.caution)}</p>
<p><a class="button" href="${escapeHtml(signIn)}" rel="noreferrer">${escapeHtml(at)}</a></p>
${declineMarkup(input, decline)}`,
  );
  const style = authorizationPageStyle + cardStyle(coming.background, coming.text);
  return page({ language, title: `${texts.title} – ${brand.name}`, brand, main, style });
}

/** The browser's final destination: the host of a website, or the scheme that opens an app. */
function walletName(redirectUri: string): { readonly kind: 'website' | 'app'; readonly name: string } {
  const { protocol, host } = new URL(redirectUri);
  return protocol === 'https:' || protocol === 'http:'
    ? { kind: 'website', name: host }
    : { kind: 'app', name: protocol.slice(0, -1) };
}
