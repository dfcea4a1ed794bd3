import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { elementsOf } from '@countersign/shared/crypto/der';
import { checkEntry, checkListExtensions } from '../../src/revocation/crl-extensions.ts';
import { UnusableRevocation } from '../../src/revocation/unusable.ts';
import { element, sequence } from '../../src/revocation/write-der.ts';
import { derExtension } from './revocation-authority.ts';

const DISTRIBUTION_POINT = '551d1c';
const flag = (tag: number, value = 0xff): Buffer => element(tag, Buffer.from([value]));
const point = (...members: readonly Buffer[]): Buffer => derExtension(DISTRIBUTION_POINT, sequence(...members), true);
const scopeOf = (...extensions: readonly Buffer[]) => checkListExtensions(sequence(...extensions));

function unusable(reason: string, check: () => unknown): void {
  assert.throws(check, (error) => error instanceof UnusableRevocation && error.reason === reason);
}

describe('the extensions of a revocation list', () => {
  it('may say that it is of leaves or of authorities only, or nothing', () => {
    assert.deepEqual(checkListExtensions(undefined), {});
    assert.deepEqual(scopeOf(derExtension('551d14', flag(0x02))), {});
    assert.deepEqual(scopeOf(point(flag(0x81))), { only: 'leaves' });
    assert.deepEqual(scopeOf(point(flag(0x82))), { only: 'authorities' });
    assert.deepEqual(scopeOf(point(flag(0x81, 0))), {}, 'a flag that is false');
  });

  it('make it unusable as a delta, an indirect or a partial list, or with one that is unknown and critical', () => {
    unusable('delta', () => scopeOf(derExtension('551d1b', flag(0x02))));
    unusable('indirect', () => scopeOf(point(flag(0x84))));
    unusable('partial', () => scopeOf(point(flag(0x83))));
    unusable('partial', () => scopeOf(point(flag(0x85))));
    unusable('critical_extension', () => scopeOf(derExtension('2a0304', flag(0x02), true)));
    unusable('format', () => checkListExtensions(flag(0x02)));
    unusable('format', () => scopeOf(sequence(flag(0x02))));
  });
});

describe('the extensions of an entry', () => {
  const check = (...extensions: readonly Buffer[]) =>
    checkEntry(elementsOf(Buffer.concat(extensions)) ?? assert.fail());

  it('may have a reason, but not that of a delta, and no critical one', () => {
    const reason = (value: number) => derExtension('551d15', element(0x0a, Buffer.from([value])));
    assert.doesNotThrow(() => check(reason(1)));
    assert.doesNotThrow(() => check());
    unusable('removed_entry', () => check(reason(8)));
    unusable('critical_extension', () => check(reason(1), derExtension('2a0304', flag(0x02), true)));
  });
});
