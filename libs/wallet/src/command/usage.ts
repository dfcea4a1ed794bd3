/** The text of `--help`, and the lists of profiles and faults. */
import { faults } from '../faults/faults.ts';
import { WALLETS } from '../profiles/habits.ts';

export const USAGE = `usage: countersign-wallet accept '<link>' [options]     accepts an offer's credentials
       countersign-wallet present '<link>' [options]    answers a presentation request from the wallet's credentials
       countersign-wallet page <file> --origin <origin> answers a page that asks by the Digital Credentials API
       countersign-wallet '<link>' [options]            does either, depending on the link
       countersign-wallet <step> --run <file> [options] one step of the protocol; what it needs is kept in the file
       countersign-wallet --provider <file>             writes the certificate of the provider that attests the wallet

If an offer requires a presentation first, the wallet presents its own credentials. Quote the link: it contains shell characters.
In the repository: npm run wallet -- '<link>' [options]

  '<link>'               openid-credential-offer://…, openid4vp://… or av://…, as the offer or the request of the server has it
  --tx-code <code>       the offer's transaction code
  --profile <name>       behaves like that wallet; --list-profiles lists them (--as is the same)
  --fault <reason>       makes one deliberate error; --list-faults lists them
  --attested             is attested by its own provider, even if the profile is not
  --bearer               sends no DPoP proofs
  --way <way>            how it gets a code: challenge, browser, interactive, interactive-before (default: as the profile does)
  --batch <number>       credentials of each request (default: as the profile does)
  --renew                uses the refresh token at the end and renews the credentials
  --notification <event> credential_accepted (default), credential_failure, credential_deleted, or none
  --client-id <id>       default: the profile's
  --redirect-uri <uri>   default: https://wallet.example/callback
  --anchor <file>        CA certificate of the issuer; the wallet then asks for signed metadata, and checks it
  --decline              answers a presentation request like a user who declines: access_denied
  --origin <origin>      with page: of the page, as https://shop.example; the file has what the create endpoint answered (- reads it from
                         the standard input), and the last line is the response for the page
  --provider <file>      writes that certificate, PEM, and ends; its key is kept in wallet-provider.json, in the folder of the store
  --store <file>         stores credentials and their keys unencrypted: for test data only
                         (default: wallet.json in DATA_FOLDER, which is data)
  --run <file>           state of a run of single steps, with its keys and tokens (default: wallet-run.json in the folder of the store)
  --configuration <id>   with the step credential: which one of the offer (default: the first)
  --json                 prints one JSON object and nothing else
  --list-profiles, --list-faults, --help

Steps: offer '<link>', metadata, par, challenge, authorize, token, refresh, nonce, credential, deferred, notify;
request-object '<link>', respond, decline. challenge after request-object and respond continues with the presentation.

Exit code: 0 accepted, 1 refused by the server, 2 the command line is wrong, 3 the server does not respond, 4 the wallet itself refuses.
`;

/** One line for each profile. */
export function profileLines(): readonly string[] {
  return aligned(Object.entries(WALLETS).map(([name, { source }]) => [name, source]));
}

/** One line per fault: its reason, where it acts, what it needs, and what the wallet does. */
export function faultLines(): readonly string[] {
  return aligned(
    Object.entries(faults).map(([reason, { step, summary, needs = [] }]) => {
      const need = needs.length === 0 ? '' : ` (needs ${needs.join(', ')})`;
      return [reason, `${step}: ${summary}${need}`];
    }),
  );
}

function aligned(rows: readonly (readonly [string, string] | readonly string[])[]): readonly string[] {
  const width = Math.max(...rows.map(([name = '']) => name.length));
  return rows.map(([name = '', text]) => `${name.padEnd(width)}  ${text}`);
}
