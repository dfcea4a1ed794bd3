/** The authorization page of presentation during issuance, as a browser without a screen uses it. */
import assert from 'node:assert/strict';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import type { DigitalMessage } from '@countersign/wallet/presentation/digital-request';
import { type Answer, read } from '@countersign/wallet/sending/answer';
import { memberConfiguration, offerOf, type Shape } from './presentation-during-issuance.ts';
import type { TestServer } from './server.ts';

export interface AuthorizationPage {
  /** The wallet that receives the credential. */
  readonly wallet: Wallet;
  /** Link of the presentation request. */
  readonly link: string;
  /** The path at which the page asks the wallets in its browser. */
  readonly path: string;
  /** The entries for the browser. */
  requests(): Promise<readonly DigitalMessage[]>;
  /** Posts the browser's result to the page. @param headers override the browser's */
  answer(message: object, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** The state that the page follows. */
  follow(): Promise<{ readonly state: string; readonly reason?: string; readonly redirect?: string }>;
}

/** Writes a credential `member-TYPE` that requires the configuration's presentation. @param type its id */
export function writeMemberAfter(server: TestServer, { folder }: Shape, type: string): void {
  const member = { ...memberConfiguration(), presentation_during_issuance: { type } };
  server.writeConfig(`${folder}issuance/member-${type}.json`, member);
}

/** An offer of `member-TYPE`, a pushed request, and the page. */
export async function openAuthorizationPage(
  server: TestServer,
  shape: Shape,
  type: string,
): Promise<AuthorizationPage> {
  const wallet = new Wallet({ issuer: shape.issuer(server) });
  const made = await offerOf(server, shape, { credentialConfigurationIds: [`member-${type}`] });
  const pushed = await wallet.par(wallet.authorizationParameters(await wallet.offer(made.uri)));
  const query = new URLSearchParams({ client_id: wallet.clientId, request_uri: pushed.json.request_uri });
  const page = await (await fetch(`${wallet.issuer}/authorize?${query}`)).text();
  const [link = '', follow = '', path = ''] = [
    /class="button" href="([^"]+)"/,
    /data-follow="([^"]+)"/,
    /data-wallet="([^"]+)"/,
  ].map((form) => form.exec(page)?.[1]);
  const { origin } = new URL(server.url);
  const own = { origin, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
  return {
    wallet,
    link: link.replaceAll('&#38;', '&'),
    path,
    requests: async () => {
      const answer = await read(await server.request(path));
      assert.equal(answer.status, 200, answer.text);
      return answer.json.requests;
    },
    answer: async (message, headers = own) =>
      read(await server.request(path, { method: 'POST', headers: { ...headers }, body: JSON.stringify(message) })),
    follow: async () => (await read(await server.request(follow))).json,
  };
}
