import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type SignsOfLife, watchSignsOfLife } from '../../src/workers/signs-of-life.ts';

function watched(t: TestContext): {
  readonly life: SignsOfLife<string>;
  readonly said: string[];
  ticks(n: number): void;
} {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const said: string[] = [];
  const life = watchSignsOfLife<string>({
    silent: (one) => void said.push(`${one} silent`),
    back: (one) => void said.push(`${one} back`),
    lost: (one) => void said.push(`${one} lost`),
  });
  t.after(() => life.stop());
  const ticks = (n: number): void => {
    for (let done = 0; done < n; done += 1) t.mock.timers.tick(1000);
  };
  return { life, said, ticks };
}

test('five ticks of silence are noticed, a sign ends them, ten are the end', (t) => {
  const { life, said, ticks } = watched(t);
  life.watch('a');
  ticks(4);
  life.heard('a');
  ticks(4);
  assert.deepEqual(said, []);
  ticks(1);
  life.heard('a');
  assert.deepEqual(said, ['a silent', 'a back']);
  ticks(9);
  assert.deepEqual(said.slice(2), ['a silent']);
  ticks(11);
  assert.deepEqual(said.slice(2), ['a silent', 'a lost'], 'said once');
});

test('one that still starts, or has ended, is not watched', (t) => {
  const { life, said, ticks } = watched(t);
  life.heard('a');
  life.watch('b');
  life.forget('b');
  ticks(20);
  assert.deepEqual(said, []);
});
