/** One flow that issues a credential and presents it, in either format. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newWalletKey, type WalletKey } from '@countersign/wallet/jwt/keys';
import { redirectTranscript } from '@countersign/wallet/mdoc/session-transcript';
import { discloseAsked } from '@countersign/wallet/presentation/disclose';
import {
  type HeldCredential,
  type PresentationRequest,
  present,
  requestUriOf,
  responseFields,
  vpTokenOf,
} from '@countersign/wallet/presentation/present';
import { presentMdoc } from '@countersign/wallet/presentation/present-mdoc';
import type { Call, Load } from '../load/closed-loop.ts';
import { type ServerProcess, startServerProcess } from '../server/server-process.ts';
import { backendHeaders, backendPaths, loginOf, type Site, writeConfigurationOf } from '../server/site.ts';
import { FORM, STEPS as ISSUANCE_STEPS, inTurn, preAuthorizedFlow } from './issuance-flow.ts';
import { ASKED, ASKED_CLAIMS, ELEMENTS } from './mdoc-person.ts';
import { pathOf, payloadOf } from './presentation-flow.ts';

export type FormatName = 'dc+sd-jwt' | 'mso_mdoc';

const PID = 'eu.europa.ec.eudi.pid.1';
export const MDOC_PRESENTATION_STEPS = ['request', 'request object', 'response', 'session'] as const;
type PresentingStep = (typeof MDOC_PRESENTATION_STEPS)[number];
const STEPS = [...ISSUANCE_STEPS, ...MDOC_PRESENTATION_STEPS] as const;
type Step = (typeof STEPS)[number];

/** What the two formats differ in. */
interface Format {
  /** Id of the issuance configuration. */
  readonly issued: string;
  /** Id of the presentation configuration. */
  readonly asked: string;
  readonly query: object;
  /** Presents a credential with only the requested elements. */
  readonly present: (held: HeldCredential, request: PresentationRequest) => string;
}

const FORMATS: Readonly<Record<FormatName, Format>> = {
  'dc+sd-jwt': {
    issued: 'pid',
    asked: 'bench-sd-jwt',
    query: {
      id: 'pid',
      format: 'dc+sd-jwt',
      meta: { vct_values: ['<PUBLIC_URL>/credentials/vct/pid'] },
      claims: ASKED_CLAIMS.map((name) => ({ path: [name] })),
    },
    present,
  },
  mso_mdoc: {
    issued: 'pid-mdoc',
    asked: 'bench-mdoc',
    query: {
      id: 'pid',
      format: 'mso_mdoc',
      meta: { doctype_value: PID },
      claims: ASKED.map((name) => ({ path: [PID, name] })),
    },
    present: (held, request) => presentMdoc(held, transcriptOf(request)),
  },
};

/** Starts a server with the sample configuration, an mdoc for the same user, and a query for each format. */
export async function startMdocServer(root: string): Promise<ServerProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-config-'));
  cpSync(join(root, 'test/samples'), folder, { recursive: true });
  const configuration = {
    config: { format: 'mso_mdoc', doctype: PID, scope: 'pid-mdoc' },
    claims: { [PID]: ELEMENTS },
  };
  writeFileSync(join(folder, 'issuance/pid-mdoc.json'), JSON.stringify(configuration));
  for (const { asked, query } of Object.values(FORMATS)) {
    writeFileSync(join(folder, `presentation/${asked}.json`), JSON.stringify(questionOf(query)));
  }
  const server = await startServerProcess(root, { CONFIG_FOLDER: folder });
  return {
    ...server,
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function questionOf(query: object): object {
  return { dcql_query: { credentials: [query] }, registrationCert: { id: 'registration', body: {} } };
}

/** Writes the presentation configuration of an mdoc through the management API. @returns its id */
export async function writeMdocQuestion(site: Site): Promise<string> {
  const { asked, query } = FORMATS.mso_mdoc;
  await writeConfigurationOf(site, 'presentation', { id: asked, ...questionOf(query) });
  return asked;
}

/** Presentations of mdocs in turn; the outcome is the session's id. */
export function mdocPresentationLoad(
  server: ServerProcess,
  held: readonly HeldCredential[],
): Load<PresentingStep, string> {
  return {
    server,
    steps: MDOC_PRESENTATION_STEPS,
    flow: (call, number) => {
      const { credential, key } = inTurn(held, number);
      return presentOnce({ server, call, format: FORMATS.mso_mdoc }, credential, key);
    },
  };
}

/** Flows with a format, each with its own key; the outcome is the session's id. */
export function formatLoad(server: ServerProcess, name: FormatName): Load<Step, string> {
  const format = FORMATS[name];
  const holders = Array.from({ length: 50 }, () => newWalletKey());
  return {
    server,
    steps: STEPS,
    flow: async (call, number) => {
      const holder = holders[number % holders.length] ?? newWalletKey();
      const context = { url: server.url, apiKey: server.apiKey, keys: { holder }, configuration: format.issued };
      const credential = await preAuthorizedFlow({ ...context, call });
      return presentOnce({ server, call, format }, credential, holder);
    },
  };
}

interface FlowParts {
  readonly server: ServerProcess;
  readonly call: Call<PresentingStep>;
  readonly format: Format;
}

async function presentOnce(
  { server, call, format }: FlowParts,
  credential: string,
  holder: WalletKey,
): Promise<string> {
  const made = await call('request', 'POST', backendPaths(server).request, 201, {
    headers: backendHeaders(server),
    body: JSON.stringify({ response_type: 'uri', requestId: format.asked, response_mode: 'direct_post.jwt' }),
  });
  const request = payloadOf(await call('request object', 'GET', pathOf(requestUriOf(made.uri)), 200));
  const held = { credential: discloseAsked(credential, queryOf(request)), key: holder };
  const fields = responseFields(request, vpTokenOf(format.present(held, request), request));
  await call('response', 'POST', pathOf(request.response_uri), 200, {
    headers: FORM,
    body: new URLSearchParams(fields).toString(),
  });
  const session = await call('session', 'GET', `/session/${made.session}`, 200, { headers: loginOf(server) });
  if (session.status !== 'verified') throw new Error(`A session is ${session.status}`);
  return made.session;
}

function queryOf({ dcql_query: { credentials } }: PresentationRequest) {
  const [query] = credentials;
  if (query === undefined) throw new Error('The request asks for no credential');
  return query;
}

function transcriptOf({ client_id: clientId, response_uri: responseUri, nonce, client_metadata }: PresentationRequest) {
  return redirectTranscript({ clientId, responseUri, nonce, encryptionKey: client_metadata.jwks?.keys[0] });
}
