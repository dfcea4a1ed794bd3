/** Trust lists in both forms whose entries have a certificate each. */
import { type LargeList, largeJsonList, largeXmlList } from '@countersign/european-trust/test/refresh/large-lists';
import {
  type MadeCertificate,
  makeTestAuthority,
} from '@countersign/european-trust/test/registration/made-certificates';
import { VALIDITY } from '@countersign/european-trust/test/registration/registrar';

export type { LargeList };

export async function makeLargeLists(entries: number): Promise<Readonly<Record<string, LargeList>>> {
  const certificates: MadeCertificate[] = [];
  // One after the other: each is a few milliseconds of work.
  for (let number = 0; number < entries; number += 1) {
    certificates.push(await makeTestAuthority(`Provider ${number}`, VALIDITY));
  }
  const options = { entries, certificates };
  return { JSON: await largeJsonList(options), XML: await largeXmlList(options) };
}
