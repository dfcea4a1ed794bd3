/** Provider pages that need no wallet: what went wrong, and the end of a logout. */
import type { Language } from '@countersign/shared/pages/accept-language';
import { type Brand, escapeHtml, type Page, page } from '@countersign/shared/pages/page';

export type LoginProblem = 'request' | 'ended' | 'elsewhere' | 'failure' | 'signed-out';

interface Texts {
  readonly title: string;
  readonly text: string;
}

const texts: Readonly<Record<Language, Readonly<Record<LoginProblem, Texts>>>> = {
  en: {
    request: {
      title: 'This sign-in could not start',
      text: 'The application that sent you here made a request that is not accepted. Go back to it and try again. If it happens again, contact the people who run the application.',
    },
    ended: {
      title: 'This sign-in has ended',
      text: 'It was completed, cancelled, or its time has run out. Go back to the application and sign in again.',
    },
    elsewhere: {
      title: 'Go back to where you started',
      text: 'You have responded with your wallet. The sign-in continues only in the browser where you started it. If you did not start one, close this page. Nobody was signed in.',
    },
    failure: { title: 'Something went wrong here', text: 'It is not your fault. Please try again later.' },
    'signed-out': { title: 'You are signed out', text: 'You can close this page.' },
  },
  de: {
    request: {
      title: 'Diese Anmeldung konnte nicht beginnen',
      text: 'Die Anwendung, aus der Sie kommen, hat eine Anfrage gestellt, die nicht angenommen wird. Gehen Sie zurück und versuchen Sie es noch einmal. Wenn es wieder nicht klappt, wenden Sie sich an die Betreiber der Anwendung.',
    },
    ended: {
      title: 'Diese Anmeldung ist beendet',
      text: 'Sie wurde abgeschlossen oder abgebrochen, oder ihre Zeit ist abgelaufen. Gehen Sie zurück zur Anwendung und melden Sie sich noch einmal an.',
    },
    elsewhere: {
      title: 'Zurück dorthin, wo Sie begonnen haben',
      text: 'Sie haben mit Ihrer Wallet geantwortet. Die Anmeldung geht nur in dem Browser weiter, in dem Sie sie begonnen haben. Wenn Sie keine begonnen haben, schließen Sie diese Seite: Hier wurde niemand durch Sie angemeldet.',
    },
    failure: {
      title: 'Hier ist etwas schiefgegangen',
      text: 'Es liegt nicht an Ihnen. Bitte versuchen Sie es später noch einmal.',
    },
    'signed-out': { title: 'Sie sind abgemeldet', text: 'Sie können diese Seite schließen.' },
  },
};

export interface LoginProblemPage {
  readonly language: Language;
  readonly brand: Brand;
  readonly problem: LoginProblem;
}

export function loginProblemPage({ language, brand, problem }: LoginProblemPage): Page {
  const { title, text } = texts[language][problem];
  const mark = problem === 'signed-out' ? 'done' : 'alert';
  const main = `<main>
<div class="sheet">
<div class="message"><div class="mark ${mark}" aria-hidden="true"></div><div><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p></div></div>
</div>
</main>`;
  return page({ language, title: `${title} – ${brand.name}`, brand, main });
}

/** @param error the library's */
export function loginProblem(error: string | undefined): LoginProblem {
  if (error === 'signed-out') return error;
  if (error === 'server_error' || error === undefined) return 'failure';
  return 'request';
}
