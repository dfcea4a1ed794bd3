/**
 * A scripted authority next to running presentations: a list in JSON, and a national list that the list of trusted
 * lists points to with three pivots. LIST_PRESENTATIONS sets the number of presentations.
 */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { it, type TestContext } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { listId } from '@countersign/european-trust/refresh/loaded-lists';
import { trustListsJob } from '@countersign/european-trust/refresh/tenant-lists';
import {
  entityOf,
  makeSigner as makeOperator,
  listContent as rolesOf,
  serviceOf,
  signedList as signedRoles,
  time,
} from '@countersign/european-trust/test/lists/made-lists';
import { keyOf } from '@countersign/european-trust/test/registration/deterministic-keys';
import {
  type MadeCertificate,
  makeTestCertificate,
} from '@countersign/european-trust/test/registration/made-certificates';
import {
  listContent,
  type PointerParts,
  pointer,
  provider,
  service,
} from '@countersign/european-trust/test/xml-lists/list-content';
import { base64Of, ISSUED, makeSigner, signedList } from '@countersign/european-trust/test/xml-lists/made-list';
import { x5cElement } from '@countersign/shared/crypto/x509';
import { createOutbound } from '@countersign/shared/http/outbound';
import { trustLists } from '@countersign/shared/model/tenant/trust-lists';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { newWalletKey, signCompact } from '@countersign/wallet/jwt/keys';
import { post, present, responseFields, vpTokenOf } from '@countersign/wallet/presentation/present';
import { sessionOf } from '../support/flows.ts';
import { makeFetchedRequest, pidQuestion } from '../support/presentation.ts';
import { startSampleServer } from '../support/sample-server.ts';

const DAY = 86_400_000;
const BEGAN = ISSUED + 10 * DAY;
const validity = { notBefore: ISSUED - 100 * DAY, notAfter: ISSUED + 1000 * DAY };
const PRESENTATIONS = Number(process.env.LIST_PRESENTATIONS ?? '60');
/** Time between two runs of the servers' jobs. */
const STEP = 1_800_000;
/** From an issue of a list to its next update. */
const VALID_FOR = 100 * DAY;
/** Issues of both lists, each with different entries from the previous one. */
const ISSUES = 6;

const operators = [
  await makeSigner('One'),
  await makeSigner('Two'),
  await makeSigner('Three'),
  await makeSigner('Four'),
];
const [national, roles] = [await makeSigner('National'), await makeOperator('Roles', validity)];
const stranger = await makeSigner('Stranger');

async function issuer(name: string): Promise<MadeCertificate> {
  const subject = [
    ['C', 'DE'],
    ['O', 'Operator'],
    ['CN', name],
  ] as const;
  return makeTestCertificate({ subject: subject.map(([type, value]) => [type, value]), key: keyOf(name), ...validity });
}

interface Issuer {
  readonly certificate: MadeCertificate;
  /** Whether the issue of a number lists it. */
  readonly isListed: (issue: number) => boolean;
}

const always: Issuer['isListed'] = () => true;
const everySecond: Issuer['isListed'] = (issue) => issue % 2 === 0;
const inJson: readonly Issuer[] = [
  { certificate: await issuer('json, always'), isListed: always },
  { certificate: await issuer('json, at times'), isListed: everySecond },
];
const inXml: readonly Issuer[] = [
  { certificate: await issuer('xml, always'), isListed: always },
  { certificate: await issuer('xml, at times'), isListed: (issue) => !everySecond(issue) },
];
const issuers = [...inJson, ...inXml, { certificate: stranger, isListed: () => false }];

interface Hosted {
  readonly url: string;
  readonly files: Map<string, Buffer>;
}

async function host(t: TestContext): Promise<Hosted> {
  const files = new Map<string, Buffer>();
  const server = createServer(({ url = '' }, response) => {
    const body = files.get(url);
    response.writeHead(body === undefined ? 404 : 200).end(body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  t.after(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, files };
}

const JOURNAL = 'https://journal.example/2019';

/** The signers changed three times: each pivot vouches for the next signer. */
function publish({ url, files }: Hosted, issue: number): void {
  const at = (name: string): string => `${url}/${name}`;
  const country: PointerParts = { location: at('de.xml'), territory: 'DE', certificates: [base64Of(national)] };
  const uris = [...[3, 2, 1].map((n) => at(`pivot-${n}.xml`)), JOURNAL];
  const lotl = (sequence: number, by: number, signers: readonly number[]): Buffer => {
    const own = {
      location: at('lotl.xml'),
      territory: 'EU',
      type: 'EUlistofthelists',
      certificates: signers.map((n) => base64Of(operators[n] ?? assert.fail())),
    };
    const content = {
      territory: 'EU',
      sequence: String(sequence),
      uris,
      pointers: [own, country].map(pointer).join(''),
    };
    return signedList(listContent({ type: 'EUlistofthelists', ...content }), operators[by] ?? assert.fail());
  };
  for (const n of [1, 2, 3]) files.set(`/pivot-${n}.xml`, lotl(n, n - 1, [n - 1, n]));
  files.set('/lotl.xml', lotl(10 + issue, 3, [3]));
  const listed = (all: readonly Issuer[]) => all.filter(({ isListed }) => isListed(issue));
  const qualified = listed(inXml).map(({ certificate }) => service({ certificates: [base64Of(certificate)] }));
  files.set(
    '/de.xml',
    signedList(listContent({ sequence: String(issue), providers: provider(qualified, 'Operator') }), national),
  );
  const entities = listed(inJson).map(({ certificate: { certificate } }) =>
    entityOf('Ministry', 'PID', [serviceOf({ type: 'PID/Issuance', certificates: [certificate] })]),
  );
  const scheme = {
    LoTESequenceNumber: issue,
    ListIssueDateTime: time(ISSUED + issue * 1000),
    NextUpdate: time(ISSUED + VALID_FOR),
  };
  files.set('/pid.jwt', signedRoles(rolesOf({ entities, scheme, successors: [roles.certificate] }), { signer: roles }));
}

it('decides as the lists of the authority say while they change', async (t) => {
  const hosted = await host(t);
  let now = BEGAN;
  const server = await startSampleServer({
    env: { OUTBOUND_ALLOW: '127.0.0.1', RATE_OPEN: '1000000' },
    clock: () => now,
  });
  t.after(() => server.close());
  const vct = `${server.url}/credentials/vct/pid`;
  server.writeConfig('presentation/question.json', pidQuestion);
  server.writeConfig('trust/lists/pid.json', { url: `${hosted.url}/pid.jwt`, list: 'pid-providers', vct: [vct] });
  server.writeConfig('trust/lists/pid.pem', roles.certificate.toString());
  const european = { url: `${hosted.url}/lotl.xml`, list: 'list-of-trusted-lists', journal: JOURNAL };
  server.writeConfig('trust/lists/europe.json', { ...european, vct: [vct] });
  server.writeConfig('trust/lists/europe.pem', (operators[0] ?? assert.fail()).certificate.toString());
  const job = trustListsJob(server.platform, createOutbound({ allow: ['127.0.0.1'] }));

  const key = newWalletKey();
  const isAccepted = async ({ certificate: { certificate, key: signing } }: Issuer): Promise<boolean> => {
    const iat = Math.floor(now / 1000);
    const header = { typ: 'dc+sd-jwt', alg: 'ES256', x5c: [x5cElement(certificate)] };
    const payload = { vct, iat, cnf: { jwk: key.publicJwk }, given_name: 'Ada' };
    const held = { credential: `${signCompact(header, payload, signing.privateKey)}~`, key };
    const { request, session } = await makeFetchedRequest(server);
    const shown = present(held, request, { payload: { iat } });
    await post(request.response_uri, responseFields(request, vpTokenOf(shown, request)));
    return (await sessionOf(server, session)).status === 'verified';
  };
  const settle = async (issue: number): Promise<void> => {
    for (let attempt = 0; attempt < 60; attempt += 1) {
      const verdicts = await Promise.all(issuers.map(isAccepted));
      if (verdicts.every((one, index) => one === issuers[index]?.isListed(issue))) return;
      now += 1000;
    }
    assert.fail(`issue ${issue} is not followed`);
  };

  const wrong: string[] = [];
  let judged = 0;
  const judge = async (all: readonly Issuer[], issue: number): Promise<void> => {
    judged += all.length;
    const verdicts = await Promise.all(all.map(isAccepted));
    const found = all.filter((one, index) => verdicts[index] !== one.isListed(issue));
    wrong.push(...found.map((one) => `${one.certificate.certificate.subject}: ${!one.isListed(issue)}`));
  };
  const stable = issuers.filter(({ isListed }) => isListed(1) === isListed(2));
  /** Whether the store has this issue of both lists. */
  const hasIssue = async (issue: number): Promise<boolean> => {
    const own = ofTenant(server.platform.store, 'default');
    const accepted = ['pid.jwt', 'lotl.xml', 'de.xml'].map(async (name) => {
      const document = await own.get(trustLists, listId('default', `${hosted.url}/${name}`));
      return document?.good?.sequenceNumber;
    });
    return isDeepStrictEqual(await Promise.all(accepted), [issue, 10 + issue, issue]);
  };
  /**
   * Presentations that stay valid, judged while the lists are fetched and replaced. @returns milliseconds from
   * publication, by the servers' clock
   */
  const follow = async (issue: number): Promise<number> => {
    const published = now;
    do {
      now += STEP;
      const fetching = { done: false };
      const running = job.run().finally(() => Object.assign(fetching, { done: true }));
      // Before the first issue is known nothing is trusted.
      while (issue > 1 && !fetching.done) await judge(stable, issue);
      await running;
      assert.ok(now < published + DAY, `issue ${issue} is not fetched`);
    } while (!(await hasIssue(issue)));
    await settle(issue);
    return now - published;
  };

  const followed: number[] = [];
  for (let issue = 1; issue <= ISSUES; issue += 1) {
    publish(hosted, issue);
    followed.push(await follow(issue));
    while (judged < (PRESENTATIONS * issue) / ISSUES) await judge(issuers, issue);
  }
  const minutes = followed.map((time) => Math.round(time / 60_000)).join(', ');
  t.diagnostic(`${judged} presentations, ${ISSUES} issues of both lists, ${wrong.length} wrong decisions`);
  t.diagnostic(`followed after ${minutes} minutes; the next update is ${VALID_FOR / DAY} days after an issue`);
  assert.deepEqual(wrong, []);
  assert.ok(Math.max(...followed) < VALID_FOR);

  // If unavailable for less than the lists' validity, nothing changes; for longer, nothing is trusted.
  hosted.files.clear();
  now = ISSUED + 90 * DAY;
  await job.run();
  await settle(ISSUES);
  now = ISSUED + 160 * DAY;
  await job.run();
  now += 1000;
  assert.deepEqual(
    await Promise.all(issuers.map(isAccepted)),
    issuers.map(() => false),
  );
  assert.ok(server.lines.some((line) => line.includes('A trust list has ended')));
});
