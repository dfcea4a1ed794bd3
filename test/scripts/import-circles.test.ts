/** Circles of imports, as `npm run lint` finds them. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../cluster/cluster-processes.ts';

const load = (name: string) => import(pathToFileURL(join(ROOT, 'scripts', name)).href);
const { importCircles } = await load('import-circles.mjs');
const { importedFiles } = await load('layers.mjs');

/** The circles of these sources. */
function circles(sources: Readonly<Record<string, string>>): readonly (readonly string[])[] {
  const found = Object.entries(sources).map(([file, text]) => importedFiles({ file, text }));
  return importCircles(new Map(found.map(({ file, targets }) => [file, targets])));
}

test('files that import each other, a type alone too, over others and by the name of a package', () => {
  const model = 'libs/shared/src/model';
  assert.deepEqual(
    circles({
      [`${model}/a.ts`]: "import type { B } from './b.ts';",
      [`${model}/b.ts`]: "import { c } from './deep/c.ts';",
      [`${model}/deep/c.ts`]: "import { a } from '@countersign/shared/model/a';",
      [`${model}/d.ts`]: "import { a } from './a.ts';",
      'console/src/e.tsx': "import { f } from './f.tsx';",
      'console/src/f.tsx': "export type { E } from './e.tsx';",
    }),
    [
      ['console/src/e', 'console/src/f'],
      [`${model}/a`, `${model}/b`, `${model}/deep/c`],
    ],
  );
});

test('a file that imports itself, and none where all lead one way', () => {
  assert.deepEqual(circles({ 'test/support/a.ts': "import { a } from './a.ts';" }), [['test/support/a']]);
  assert.deepEqual(
    circles({
      'test/support/a.ts': "import { b } from './b.ts'; import { c } from './c.ts';",
      'test/support/b.ts': "import { c } from './c.ts'; import { readFileSync } from 'node:fs';",
      'test/support/c.ts': "import { gone } from './gone.ts';",
    }),
    [],
  );
});
