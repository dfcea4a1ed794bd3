/** Lists in CWT form, of any content. */
import { type CborValue, Tagged } from '../../src/mdoc/cbor-value.ts';
import { writeCbor } from '../../src/mdoc/write-cbor.ts';
import { type Entries, identifierMap, type MadeCwt, madeCwt } from '../mdoc/made-cwt.ts';
import { FOREIGN, issuer, SECONDS } from './status-world.ts';

/** Entries 1,0,0,1,1,1,0,1 and on (Token Status List, 4.1). */
export const ONE_BIT = Buffer.from('78dadbb918000217015d', 'hex');
export const STATUS_CWT = 'application/statuslist+cwt';
export const IDENTIFIER_CWT = 'application/identifierlist+cwt';

export interface CwtChange extends Partial<Omit<MadeCwt, 'protectedHeader' | 'claims'>> {
  readonly header?: Entries;
  readonly claims?: Entries;
}

const made = (type: string, claims: Entries, { header = {}, claims: changed = {}, ...rest }: CwtChange): Buffer =>
  madeCwt({
    key: issuer.privateKey,
    protectedHeader: { 1: -7, 16: type, 33: Buffer.from(issuer.x5c[0] ?? '', 'base64'), ...header },
    claims: { ...claims, ...changed },
    ...rest,
  });

/** A status list at FOREIGN. */
export function statusCwt(change: CwtChange = {}): Buffer {
  return made(STATUS_CWT, { 2: FOREIGN, 6: SECONDS, 65533: members({ bits: 1, lst: ONE_BIT }) }, change);
}

/** An identifier list at FOREIGN. */
export function identifierCwt(identifiers: readonly Buffer[], change: CwtChange = {}): Buffer {
  const claim = new Tagged(
    0,
    undefined,
    Buffer.concat([Buffer.of(0xa1), writeCbor('identifiers'), identifierMap(identifiers)]),
  );
  return made(IDENTIFIER_CWT, { 2: FOREIGN, 6: SECONDS, 4: SECONDS + 3600, 65530: claim }, change);
}

/** A map with string keys. */
export function members(entries: Readonly<Record<string, CborValue>>): CborValue {
  return new Map(Object.entries(entries));
}
