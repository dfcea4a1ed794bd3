/** `GET /`: describes the server, with links to its documentation. */
import type { Operation, OperationReply } from '@countersign/shared/http/message';
import { type Language, languageOf } from '@countersign/shared/pages/accept-language';
import type { BrandOf } from '@countersign/shared/pages/brand';
import { escapeHtml, PAGE_CONTENT_TYPE, page } from '@countersign/shared/pages/page';

interface HomeTexts {
  readonly title: string;
  readonly person: string;
  readonly developer: string;
  readonly docs: string;
  readonly openapi: string;
  readonly operator: string;
  readonly health: string;
  readonly wallet: string;
  readonly metadata: string;
}

const texts: Readonly<Record<Language, HomeTexts>> = {
  en: {
    title: 'Digital credentials',
    person:
      'This server issues digital credentials to wallets and checks credentials that wallets present. To receive or present one, open the link or scan the QR code that you were given.',
    developer: 'You build a backend',
    docs: 'HTTP interface',
    openapi: 'The same for machines (OpenAPI)',
    operator: 'You run this server',
    health: 'State of the components',
    wallet: 'You build a wallet',
    metadata: 'Metadata of the credential issuer',
  },
  de: {
    title: 'Digitale Nachweise',
    person:
      'Dieser Server stellt digitale Nachweise für Wallets aus und prüft Nachweise, die Wallets vorlegen. Um einen zu erhalten oder vorzulegen, öffnen Sie den Link oder scannen Sie den QR-Code, den Sie bekommen haben.',
    developer: 'Sie entwickeln ein Backend',
    docs: 'HTTP-Schnittstelle (englisch)',
    openapi: 'Dasselbe für Maschinen (OpenAPI)',
    operator: 'Sie betreiben diesen Server',
    health: 'Zustand der Komponenten',
    wallet: 'Sie entwickeln eine Wallet',
    metadata: 'Metadaten des Ausstellers',
  },
};

const STYLE = `h2 { margin-top: 1.5rem; }
ul { margin: 0; padding-left: 1.25rem; }
li { margin: .25rem 0; }
`;

export interface HomeOptions {
  readonly publicUrl: string;
  /** True if variant A is served: its credential issuer is the server itself. */
  readonly ownIssuer: boolean;
  readonly brandOf: BrandOf;
  /** The console is installed: browsers are redirected to it. */
  readonly console: boolean;
}

/** HTML for browsers, JSON for everything else. */
export function homePage({ publicUrl, ownIssuer, brandOf, console }: HomeOptions): Operation {
  const base = new URL(publicUrl).pathname.replace(/\/$/, '');
  const address = {
    documentation: `${base}/docs`,
    openapi: `${base}/openapi.json`,
    health: `${base}/health`,
    ...(ownIssuer ? { credential_issuer: `${base}/.well-known/openid-credential-issuer` } : {}),
  };
  return async ({ tenant, headers }): Promise<OperationReply> => {
    const vary = { vary: 'accept, accept-language', 'cache-control': 'no-cache' };
    if (headers.accept?.includes('text/html') !== true) {
      return { body: { name: 'countersign', ...address }, headers: vary };
    }
    if (console) return { status: 303, headers: { ...vary, location: `${base}/console` } };
    const language = languageOf(headers['accept-language']);
    const { title, person, ...said } = texts[language];
    const brand = await brandOf(tenant, language);
    const section = (heading: string, ...links: readonly (readonly [string, string])[]): string =>
      `<h2>${escapeHtml(heading)}</h2><ul>${links.map(([href, text]) => `<li><a href="${escapeHtml(href)}">${escapeHtml(text)}</a></li>`).join('')}</ul>`;
    const main = `<main class="short">
<div class="sheet">
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(person)}</p>
${section(said.developer, [address.documentation, said.docs], [address.openapi, said.openapi])}
${address.credential_issuer === undefined ? '' : section(said.wallet, [address.credential_issuer, said.metadata])}
${section(said.operator, [address.health, said.health])}
</div>
</main>`;
    const made = page({ language, title: `${title} – ${brand.name}`, brand, main, style: STYLE });
    return { raw: made.html, contentType: PAGE_CONTENT_TYPE, headers: { ...made.headers, ...vary } };
  };
}
