import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RE2JS } from 're2js';
import { translatePattern } from '../../src/schema/translate-pattern.ts';

function compiled(pattern: string): RE2JS {
  const translation = translatePattern(pattern);
  assert.ok(translation.ok, `${pattern}: ${JSON.stringify(translation)}`);
  return RE2JS.compile(translation.source);
}

const refused: readonly [pattern: string, reason: RegExp][] = [
  ['(', /not a regular expression/],
  ['a\\-b', /not a regular expression/],
  ['(?=a)b', /look-ahead or look-behind/],
  ['(?!a)b', /look-ahead or look-behind/],
  ['(?<=a)b', /look-ahead or look-behind/],
  ['(?<!a)b', /look-ahead or look-behind/],
  ['(a)\\1', /back reference/],
  ['(?<n>a)\\k<n>', /back reference/],
  ['a{1001}', /more than 1000 times/],
  ['a{2,100000}', /more than 1000 times/],
  ['([a-z]{100} ){50}', /repeats too much/],
  ['((((a{10}){10}){10}){10}){10}', /repeats too much/],
  ['\\p{Emoji}', /Unicode property/],
  ['\\p{Script=Grek}', /Unicode property/],
  ['a'.repeat(5000), /longer than 4096/],
  [`${'('.repeat(33)}a${')'.repeat(33)}`, /nested deeper/],
];

for (const [pattern, reason] of refused) {
  test(`refused: ${pattern.slice(0, 40)}`, () => {
    const translation = translatePattern(pattern);
    assert.ok(!translation.ok);
    assert.match(translation.reason, reason);
    assert.doesNotMatch(translation.reason, /["\n]/);
  });
}

test('the size counts what a repetition repeats', () => {
  const size = (pattern: string): number => {
    const translation = translatePattern(pattern);
    return translation.ok ? translation.size : Number.POSITIVE_INFINITY;
  };
  assert.ok(size('[a-z]{500}') > 100 * size('[a-z]'));
  assert.ok(size('^.{1,1000}$') < Number.POSITIVE_INFINITY);
});

const SAMES = ['Lu', 'Uppercase_Letter', 'gc=Nd', 'P', 'Zs', 'Script=Greek', 'sc=Latin'];
for (const name of SAMES) {
  test(`the property ${name} is that of ECMAScript, for the first 0x3000 characters`, () => {
    const [ours, theirs] = [compiled(`^\\p{${name}}$`), new RegExp(`^\\p{${name}}$`, 'u')];
    for (let code = 0; code < 0x3000; code += 1) {
      const text = String.fromCodePoint(code);
      assert.equal(ours.test(text), theirs.test(text), code.toString(16));
    }
  });
}

/** A pseudo-random choice, the same in each run. */
function chooser(seed: number): <T>(values: readonly T[]) => T {
  let state = seed;
  return (values) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return values[Math.floor((state / 2_147_483_648) * values.length)] as (typeof values)[number];
  };
}

const ATOMS =
  'a b é 😀 \\d \\D \\w \\W \\s \\S . ^ $ \\b \\B \\u0041 \\u{1F600} \\ud83d\\ude00 \\ud83d \\x41 \\cJ \\0 \\n \\t \\v \\/ \\. - _ " & ~ # ! \\] , = : @ \\p{L} \\P{Lu} | (?:a|b) (a) (?<n>b) [ab] [^ab] []'.split(
    ' ',
  );
const IN_CLASS =
  'a z é 😀 \\d \\D \\w \\W \\s \\S . ^ $ \\b \\- - a-z 0-9 [ && -- :alpha: \\] \\\\ \\p{L} \\P{L} _'.split(' ');
const REPEATED = ['', '', '', '*', '+', '?', '{2}', '{1,3}', '{0,}', '{0}', '*?', '{0,2}?'];
const CHARACTERS = [...'ab z\n\r\t\v\u2028\u00a0\ufeffé😀αΩA09_-^$.[]&:\0\b/"~', '\ud83d', '\ude00'];

test('4,000 random patterns match what ECMAScript matches', () => {
  const pick = chooser(11);
  const some = <T>(values: readonly T[], most: number): T[] =>
    Array.from({ length: pick(Array.from({ length: most + 1 }, (_, n) => n)) }, () => pick(values));
  let compared = 0;
  for (let round = 0; round < 4000; round += 1) {
    const atoms = [...ATOMS, `[${pick(['', '^'])}${some(IN_CLASS, 3).join('')}]`];
    const pattern = some(atoms, 5)
      .map((atom) => `${atom}${pick(REPEATED)}`)
      .join('');
    if (!isValid(pattern)) continue;
    const [ours, theirs] = [compiled(pattern), new RegExp(pattern, 'u')];
    for (let n = 0; n < 6; n += 1) {
      const text = some(CHARACTERS, 5).join('');
      assert.equal(ours.test(text), theirs.test(text), `${pattern} on ${JSON.stringify(text)}`);
      compared += 1;
    }
  }
  assert.ok(compared > 5000, String(compared));
});

function isValid(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}
