/** Checks a tenant's folder `trust`: its anchors by purpose. */
import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { isValidAt, notAfter } from '@countersign/shared/crypto/x509';
import { daysToAct } from '@countersign/shared/keys/expiry-warnings';
import { trustPurposes } from '@countersign/shared/trust/trust-anchor';
import { parseAnchors, parseCertificates, parseLimits } from '@countersign/shared/trust/trust-files';
import { trustListFindings } from './check-trust-lists.ts';
import { type FileFinding, fileFindings, namesIn, thrown } from './file-findings.ts';

const TRUST_FOLDERS: readonly string[] = [...trustPurposes, 'lists'];
/** Their folders may be empty. */
const OTHER_ANCHORS = ['access-authorities', 'registration-providers', 'registration-status'] as const;

/**
 * `trust/` itself contains issuers' anchors, as `trust/issuers/` does.
 * @param now milliseconds
 */
export function trustFindings(path: string, now: number): readonly FileFinding[] {
  const names = namesIn(path).filter((name) => !TRUST_FOLDERS.includes(name));
  return [
    ...issuerTrustFindings(path, names, now),
    ...issuerTrustFindings(join(path, 'issuers'), namesIn(join(path, 'issuers')), now),
    ...walletProviderFindings(join(path, 'wallet-providers'), now),
    ...trustListFindings(join(path, 'lists'), now),
    ...OTHER_ANCHORS.flatMap((folder) => caFindings(join(path, folder), now)),
  ];
}

function issuerTrustFindings(path: string, names: readonly string[], now: number): readonly FileFinding[] {
  return names.flatMap((name) => {
    const file = join(path, name);
    if (name.endsWith('.pem')) return anchorFindings(file, now, isPinned(`${file.slice(0, -'.pem'.length)}.json`));
    if (!name.endsWith('.json')) {
      const known = TRUST_FOLDERS.map((folder) => `trust/${folder}`).join(', ');
      const detail = `This is not read: files end with .pem or .json, and the folders are ${known}`;
      return [{ file, pointer: '', detail }];
    }
    if (names.includes(`${name.slice(0, -extname(name).length)}.pem`)) {
      return fileFindings(file, thrown(parseLimits));
    }
    return [{ file, pointer: '', detail: 'There is no .pem file with the same name for it to limit' }];
  });
}

function walletProviderFindings(path: string, now: number): readonly FileFinding[] {
  if (!existsSync(path)) return [];
  const names = namesIn(path);
  const empty =
    'There is no .pem file here, so every attested wallet is refused. Without the folder, attestations are not requested';
  return [
    ...(names.some((name) => name.endsWith('.pem')) ? [] : [{ file: path, pointer: '', detail: empty }]),
    ...caFindings(path, now),
  ];
}

function caFindings(path: string, now: number): readonly FileFinding[] {
  return namesIn(path).flatMap((name) => {
    const file = join(path, name);
    if (name.endsWith('.pem')) return anchorFindings(file, now);
    return [{ file, pointer: '', detail: 'This file is not read: its name must end with .pem' }];
  });
}

/** An expired anchor is skipped without a word to the wallet, so its end is worth a warning before. */
function anchorFindings(file: string, now: number, pinned = false): readonly FileFinding[] {
  const parse = pinned ? parseCertificates : parseAnchors;
  const broken = fileFindings(file, thrown(parse));
  if (broken.length > 0) return broken;
  return parse(readFileSync(file, 'utf8')).flatMap((anchor): readonly FileFinding[] => {
    const subject = anchor.subject.replaceAll('\n', ', ');
    const days = daysToAct(notAfter(anchor), now);
    if (isValidAt(anchor, now)) {
      const detail = `This certificate expires in ${days} days: ${subject}`;
      return days === undefined ? [] : [{ file, pointer: '', detail, level: 'warning' }];
    }
    return [{ file, pointer: '', detail: `This certificate is not valid now: ${subject}`, level: 'warning' }];
  });
}

/** Whether the limits in this file pin the certificates. A file that cannot be read is reported separately. */
function isPinned(file: string): boolean {
  try {
    return parseLimits(readFileSync(file, 'utf8')).pinned === true;
  } catch {
    return false;
  }
}
