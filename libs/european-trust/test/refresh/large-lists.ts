/** Lists of any number of entries, in both forms, and their sources, for tests and benchmarks. */
import { EU_LISTS } from '../../src/lists/list-source.ts';
import { NATIONAL_LIST } from '../../src/lists/national-list.ts';
import type { TenantSource } from '../../src/refresh/list-sources.ts';
import {
  entityOf,
  listContent,
  makeSigner,
  serviceOf,
  signedList,
  sourceOf,
  time,
  URL_OF_LIST,
} from '../lists/made-lists.ts';
import type { MadeCertificate } from '../registration/made-certificates.ts';
import * as xml from '../xml-lists/list-content.ts';
import * as signedXml from '../xml-lists/made-list.ts';

export interface LargeList {
  readonly from: TenantSource;
  /** Later than any list that it makes. */
  readonly now: number;
  /** @param number of the publication: a later one has the entries of the one before without the first */
  bytes(number: number): Buffer;
}

/** Each entry has one of the certificates. */
export interface LargeListOptions {
  readonly entries: number;
  readonly certificates: readonly MadeCertificate[];
}

export type LargeListMaker = (options: LargeListOptions) => Promise<LargeList>;

const TYPES = { types: { vcts: 'any', doctypes: 'any' } } as const;
const HOUR = 3_600_000;

/** PID providers in JSON: two entries an entity. */
export const largeJsonList: LargeListMaker = async (options) => {
  const signer = await makeSigner();
  const from: TenantSource = { source: sourceOf('PID', [signer.certificate]), settings: EU_LISTS, ...TYPES };
  const start = signedXml.ISSUED;
  return {
    from,
    now: start + HOUR,
    bytes: (number) => {
      const services = certificatesOf(options, number).map(({ certificate }, index) =>
        serviceOf({ type: index % 2 === 0 ? 'PID/Issuance' : 'PID/Revocation', certificates: [certificate] }),
      );
      const entities = pairs(services).map((pair, index) => entityOf(`Provider ${index}`, 'PID', pair));
      const dates = { ListIssueDateTime: time(start + number * 1000), NextUpdate: time(start + 90 * 24 * HOUR) };
      const scheme = { LoTESequenceNumber: number, ...dates };
      return signedList(listContent({ entities, scheme, successors: [signer.certificate] }), { signer });
    },
  };
};

/** Providers of attestations in XML, as countries list them: two entries a provider. */
export const largeXmlList: LargeListMaker = async (options) => {
  const signer = await signedXml.makeSigner('National');
  const signers = [signedXml.base64Of(signer)];
  const source = { id: 'de', url: URL_OF_LIST, profile: NATIONAL_LIST, signers };
  const from: TenantSource = { source, settings: EU_LISTS, ...TYPES };
  return {
    from,
    now: signedXml.ISSUED + HOUR,
    bytes: (number) => {
      const services = certificatesOf(options, number).map((one) =>
        xml.service({ certificates: [signedXml.base64Of(one)] }),
      );
      const providers = pairs(services).map((pair, index) => xml.provider(pair, `Provider ${index}`));
      const issued = time(signedXml.ISSUED + number * 1000);
      const content = xml.listContent({ sequence: String(number), issued, providers: providers.join('') });
      return signedXml.signedList(content, signer);
    },
  };
};

function certificatesOf({ entries, certificates }: LargeListOptions, number: number): readonly MadeCertificate[] {
  const all = Array.from({ length: entries }, (_, index) => certificates[(index + number) % certificates.length]);
  return all.flatMap((one) => one ?? []);
}

function pairs<T>(all: readonly T[]): readonly (readonly T[])[] {
  return all.flatMap((_, index) => (index % 2 === 0 ? [all.slice(index, index + 2)] : []));
}
