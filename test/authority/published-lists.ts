/** The two lists of the scripted authority: providers of PIDs in JSON, and a national list of qualified providers in XML. */
import {
  entityOf,
  makeSigner as makeOperator,
  listContent as rolesOf,
  serviceOf,
  signedList as signedRoles,
  time,
} from '@countersign/european-trust/test/lists/made-lists';
import type { MadeCertificate } from '@countersign/european-trust/test/registration/made-certificates';
import { listContent, provider, service } from '@countersign/european-trust/test/xml-lists/list-content';
import { base64Of, makeSigner, signedList } from '@countersign/european-trust/test/xml-lists/made-list';

const DAY = 86_400_000;

export interface PublishedLists {
  /** PEM of the signers, as the Official Journal would publish them. */
  readonly signers: { readonly json: string; readonly xml: string };
  /** The current lists. */
  readonly json: () => Buffer;
  readonly xml: () => Buffer;
}

/** @param issuer whom both lists have @param clock milliseconds */
export async function publishedLists(issuer: MadeCertificate, clock: () => number): Promise<PublishedLists> {
  const [roles, national] = [await makeOperator('Operator of the trial'), await makeSigner('National operator')];
  const issued = (): string => time(Math.floor(clock() / 1000) * 1000);
  const began = clock();
  // Each second a later list, so that one that is fetched again, or handed over, follows the one before.
  const number = (): number => 1 + Math.floor((clock() - began) / 1000);
  const next = (): string => time(Math.floor(clock() / 1000) * 1000 + 90 * DAY);
  return {
    signers: { json: roles.certificate.toString(), xml: national.certificate.toString() },
    json: () => {
      const services = [serviceOf({ type: 'PID/Issuance', certificates: [issuer.certificate] })];
      const scheme = { LoTESequenceNumber: number(), ListIssueDateTime: issued(), NextUpdate: next() };
      const entities = [entityOf('Ministry of the trial', 'PID', services)];
      return signedRoles(rolesOf({ entities, scheme, successors: [roles.certificate] }), { signer: roles });
    },
    xml: () => {
      const qualified = provider([service({ certificates: [base64Of(issuer)] })], 'University of the trial');
      const dates = { issued: issued(), next: `<dateTime>${next()}</dateTime>` };
      return signedList(listContent({ sequence: String(number()), ...dates, providers: qualified }), national);
    },
  };
}
