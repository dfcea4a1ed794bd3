/** Which functions count as run, from V8's report on a small module. */
import assert from 'node:assert/strict';
import { type Profiler, Session } from 'node:inspector';
import { describe, it } from 'node:test';
import { runInThisContext } from 'node:vm';
import { byFolder, type RanFunction, ranFunctions, sourceOf, totalsOf } from './ran-functions.ts';

const ROOT = 'file:///home/countersign/';
const ISSUER = 'services/issuer/dist/src/token/token.js';

/** Runs the text as a file of this URL, and after that its `run()`, whose coverage is returned. */
function covered(url: string, text: string): readonly Profiler.ScriptCoverage[] {
  const session = new Session();
  session.connect();
  try {
    session.post('Profiler.enable');
    session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    const { run } = runInThisContext(text, { filename: url });
    let taken: readonly Profiler.ScriptCoverage[] = [];
    const take = (): void =>
      session.post('Profiler.takePreciseCoverage', (error, answer) => {
        assert.equal(error, null);
        taken = answer.result;
      });
    take();
    run();
    take();
    return taken.filter((script) => script.url === url);
  } finally {
    session.disconnect();
  }
}

const names = (ran: readonly RanFunction[]): readonly string[] => ran.map(({ name }) => name);

describe('functions that ran', () => {
  const text = `(() => {
    const atStart = () => 1;
    atStart();
    class Port { field = 1; call() { return this.field; } }
    const unused = () => 2;
    const run = () => { const port = new Port(); port.call(); port.call(); return [1].map((each) => each); };
    return { run, unused };
  })()`;

  it('are those called since the last count: no top level, no field of a class, nothing that ran before', () => {
    const ran = ranFunctions(covered(ROOT + ISSUER, text), ROOT);
    assert.deepEqual(
      ran.map(({ name, calls }) => [name, calls]).sort(),
      [
        ['', 1],
        ['call', 2],
        ['run', 1],
      ].sort(),
    );
    assert.ok(ran.every(({ built }) => built === ISSUER));
    const call = ran.find(({ name }) => name === 'call');
    assert.ok(text.slice(call?.offset).startsWith('call()'));
  });

  it('stand in sources of libraries and services under the root folder', () => {
    const functions = [{ functionName: 'f', ranges: [{ startOffset: 1, count: 1 }] }];
    const urls = [
      'libs/shared/dist/src/kernel/json.js',
      'services/gateway/dist/src/gateway.js',
      'libs/shared/dist/test/kernel/json.js',
      'test/dist/walk/walk.js',
      'node_modules/jose/dist/src/a.js',
    ];
    const scripts = [...urls.map((url) => ({ url: ROOT + url, functions })), { url: 'node:fs', functions }];
    assert.deepEqual(ranFunctions([...scripts, { url: `file:///else/${ISSUER}`, functions }], ROOT), [
      { built: urls[0], name: 'f', offset: 1, calls: 1 },
      { built: urls[1], name: 'f', offset: 1, calls: 1 },
    ]);
  });

  it('leaves out the module itself and functions that did not run', () => {
    const functions = [
      { functionName: '', ranges: [{ startOffset: 0, count: 1 }] },
      { functionName: 'idle', ranges: [{ startOffset: 5, count: 0 }] },
      { functionName: 'busy', ranges: [{ startOffset: 9, count: 3 }] },
    ];
    assert.deepEqual(names(ranFunctions([{ url: ROOT + ISSUER, functions }], ROOT)), ['busy']);
  });
});

it('files and folders are those of the sources', () => {
  const at = (built: string, calls = 1): RanFunction => ({ built, name: 'f', offset: 1, calls });
  const ran = [
    at(ISSUER, 2),
    at('libs/shared/dist/src/kernel/json.js'),
    at('services/issuer/dist/src/token/answer.js'),
    at(ISSUER),
  ];
  assert.equal(sourceOf(at(ISSUER)), 'services/issuer/src/token/token.ts');
  assert.deepEqual(
    [...byFolder(ran)].map(([folder, files]) => [folder, [...files]]),
    [
      ['libs/shared/src/kernel', [['libs/shared/src/kernel/json.ts', 1]]],
      [
        'services/issuer/src/token',
        [
          ['services/issuer/src/token/answer.ts', 1],
          ['services/issuer/src/token/token.ts', 2],
        ],
      ],
    ],
  );
  assert.deepEqual(totalsOf(ran), { functions: 4, files: 3, folders: 2, calls: 5 });
});
