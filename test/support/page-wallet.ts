/**
 * A device that responds to pages, with a PID as SD-JWT VC and a driving licence as mdoc, both issued by the server
 * under test.
 */
import assert from 'node:assert/strict';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { answerPage } from '@countersign/wallet/presentation/answer-page';
import type { DigitalMessage } from '@countersign/wallet/presentation/digital-request';
import { Holder } from '@countersign/wallet/presentation/holder';
import type { HeldCredential } from '@countersign/wallet/presentation/present';
import { Transport } from '@countersign/wallet/sending/transport';
import { answerIsoMdoc, ISO_MDOC } from './iso-mdoc-wallet.ts';
import { pidQuestion } from './presentation.ts';
import { holdPidOf, offerOf, type Shape } from './presentation-during-issuance.ts';
import type { TestServer } from './server.ts';

export const MDL = 'org.iso.18013.5.1.mDL';
export const MDL_NAMESPACE = 'org.iso.18013.5.1';

const licence = {
  config: { format: 'mso_mdoc', doctype: MDL, scope: 'licence', display: [{ name: 'Licence', locale: 'en' }] },
  claims: { [MDL_NAMESPACE]: { given_name: 'Erika', family_name: 'Mustermann', document_number: 'D-4711' } },
};

const names = ['given_name', 'family_name'];

/** Writes the issuance of a licence, and the configurations `page-pid` and `page-mdl`. @param origins of the pages */
export function writePageQuestions(server: TestServer, { folder }: Shape, origins: readonly string[]): void {
  const [pid] = pidQuestion.dcql_query.credentials;
  const mdl = {
    id: 'mdl',
    format: 'mso_mdoc',
    meta: { doctype_value: MDL },
    claims: names.map((name) => ({ path: [MDL_NAMESPACE, name] })),
  };
  const { registrationCert } = pidQuestion;
  const asking = (credential: object): object => ({
    dcql_query: { credentials: [credential] },
    registrationCert,
    origins,
  });
  server.writeConfig(`${folder}issuance/licence.json`, licence);
  server.writeConfig(
    `${folder}presentation/page-pid.json`,
    asking({ ...pid, claims: names.map((name) => ({ path: [name] })) }),
  );
  server.writeConfig(`${folder}presentation/page-mdl.json`, asking(mdl));
}

export interface PageWallet {
  /** Answers the request of one protocol. @param origin of the page, from the browser */
  answer(requests: readonly DigitalMessage[], protocol: string, origin: string): DigitalMessage;
}

/** Takes both credentials. */
export async function openPageWallet(server: TestServer, shape: Shape): Promise<PageWallet> {
  const [pid, mdl] = [await holdPidOf(server, shape), await holdLicence(server, shape)];
  const transport = new Transport({ fetch: () => assert.fail('A wallet that answers a page sends nothing') });
  const habits = { requestMethod: 'get', discloses: 'asked' } as const;
  const now = (): number => Math.floor(Date.now() / 1000);
  const holder = new Holder({ transport, habits, now, held: () => [mdl, pid] });
  return {
    answer: (requests, protocol, origin) => {
      const request = requests.find((one) => one.protocol === protocol);
      assert.ok(request !== undefined, `${protocol} is none of ${requests.map((one) => one.protocol).join(', ')}`);
      return protocol === ISO_MDOC ? answerIsoMdoc(request, mdl, origin) : answerPage(holder, request, origin).answer;
    },
  };
}

async function holdLicence(server: TestServer, shape: Shape): Promise<HeldCredential> {
  const made = await offerOf(server, shape, { credentialConfigurationIds: ['licence'], flow: 'pre_authorized_code' });
  const { answer, key } = await new Wallet({ issuer: shape.issuer(server) }).receive(made.uri);
  assert.equal(answer.status, 200, answer.text);
  return { credential: answer.json.credentials[0].credential, key };
}
