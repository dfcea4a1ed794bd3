/** Asks whether to end a login that the browser keeps. */
import type { Language } from '@countersign/shared/pages/accept-language';
import { type Brand, escapeHtml, type Page, page } from '@countersign/shared/pages/page';

export interface LogoutPage {
  readonly language: Language;
  readonly brand: Brand;
  /** Target of the form. */
  readonly action: string;
  /** Against forged requests. */
  readonly token: string;
}

const texts: Readonly<Record<Language, { readonly title: string; readonly text: string; readonly button: string }>> = {
  en: {
    title: 'Sign out?',
    text: 'The next sign-in then needs your wallet again. To stay signed in, close this page.',
    button: 'Sign out',
  },
  de: {
    title: 'Abmelden?',
    text: 'Für die nächste Anmeldung brauchen Sie dann wieder Ihr Wallet. Um angemeldet zu bleiben, schließen Sie diese Seite.',
    button: 'Abmelden',
  },
};

export function logoutPage({ language, brand, action, token }: LogoutPage): Page {
  const { title, text, button } = texts[language];
  const main = `<main>
<div class="sheet">
<h1>${title}</h1>
<p>${text}</p>
<form method="post" action="${escapeHtml(action)}">
<input type="hidden" name="xsrf" value="${escapeHtml(token)}" />
<p><button class="button" type="submit" name="logout" value="yes">${button}</button></p>
</form>
</div>
</main>`;
  return page({ language, title: `${title} – ${brand.name}`, brand, main, leadsAway: true });
}
