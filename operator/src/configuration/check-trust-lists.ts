/** Checks `trust/lists`: sources of trust lists, and their signers' certificates. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceFindings } from '@countersign/european-trust/lists/written-source';
import { isValidAt, notAfter } from '@countersign/shared/crypto/x509';
import { parseJson } from '@countersign/shared/kernel/json';
import { daysToAct } from '@countersign/shared/keys/expiry-warnings';
import { parseCertificates } from '@countersign/shared/trust/trust-files';
import { type FileFinding, fileFindings, namesIn, thrown } from './file-findings.ts';

/** @param now milliseconds */
export function trustListFindings(path: string, now: number): readonly FileFinding[] {
  return namesIn(path).flatMap((name): readonly FileFinding[] => {
    const file = join(path, name);
    if (name.endsWith('.json')) return sourceFileFindings(file);
    if (name.endsWith('.pem')) return signerFindings(file, now);
    return [{ file, pointer: '', detail: 'This is not read: files end with .json or .pem' }];
  });
}

function sourceFileFindings(file: string): readonly FileFinding[] {
  const pem = withEnding(file, '.json', '.pem');
  const unsigned = "There is no .pem file with the same name and the list's signers, so it is not used";
  return [
    ...fileFindings(file, (text) => sourceFindings(parseJson(text))),
    ...(existsSync(pem) ? [] : [{ file, pointer: '', detail: unsigned }]),
  ];
}

/** An expired signer is no reason to refuse the configuration: the list may have announced its successor. */
function signerFindings(file: string, now: number): readonly FileFinding[] {
  const broken = fileFindings(file, thrown(parseCertificates));
  if (broken.length > 0) return broken;
  if (!existsSync(withEnding(file, '.pem', '.json'))) {
    return [{ file, pointer: '', detail: "There is no .json file with the same name and the list's address" }];
  }
  return parseCertificates(readFileSync(file, 'utf8')).flatMap((signer): readonly FileFinding[] => {
    const subject = signer.subject.replaceAll('\n', ', ');
    const days = daysToAct(notAfter(signer), now);
    const detail = isValidAt(signer, now) ? `This signer expires in ${days} days` : 'This signer is not valid now';
    const isFine = isValidAt(signer, now) && days === undefined;
    return isFine ? [] : [{ file, pointer: '', detail: `${detail}: ${subject}`, level: 'warning' }];
  });
}

function withEnding(file: string, from: string, to: string): string {
  return `${file.slice(0, -from.length)}${to}`;
}
