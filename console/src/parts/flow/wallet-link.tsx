/** What a wallet needs to start: the QR code, the link, and a transaction code if there is one. */
import type { JSX } from 'preact';
import { flowTexts } from '../../text/flow.ts';
import { Copy } from '../copy.tsx';
import { Section } from '../page.tsx';
import { When } from '../when.tsx';

/** The response to an offer or a presentation request that asks for a QR code. */
export interface MadeLink {
  /** The QR code as a data address. */
  readonly uri: string;
  readonly link: string;
  readonly session: string;
  readonly expiresAt?: string;
  readonly txCode?: string;
}

/** A link that was created just now. */
export interface Begun extends MadeLink {
  /** Makes another link in the same way. */
  readonly repeat: () => Promise<MadeLink>;
}

export function WalletLink({ made }: { readonly made: MadeLink }): JSX.Element {
  const said = flowTexts();
  const { uri, link, expiresAt, txCode } = made;
  return (
    <Section title={said.scan} focus>
      {uri.startsWith('data:image/png;base64,') ? <img class="qr" src={uri} alt={said.qr} /> : null}
      <p>
        <strong>{said.link}</strong>
        <br />
        <Copy value={link} label={said.link} />
      </p>
      {isWalletLink(link) ? (
        <p>
          <a href={link}>{said.open}</a>
        </p>
      ) : null}
      {txCode === undefined ? null : (
        <p>
          <strong>{said.code}</strong>
          <br />
          <Copy value={txCode} label={said.code} />
          <br />
          <span class="soft small">{said.codeHelp}</span>
        </p>
      )}
      {expiresAt === undefined ? null : (
        <p class="soft">
          {said.until} <When at={expiresAt} />
        </p>
      )}
    </Section>
  );
}

/** The scheme is a server setting. A scheme that the browser would run itself must not become a link. */
function isWalletLink(link: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(link) && !/^(javascript|data|vbscript|blob|file):/i.test(link);
}
