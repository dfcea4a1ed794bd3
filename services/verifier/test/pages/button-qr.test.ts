import assert from 'node:assert/strict';
import { test } from 'node:test';
import QRCode from 'qrcode';
import { qrPath } from '../../src/pages/button-qr.ts';

const LINK = `openid4vp://?client_id=x509_hash%3A${'a'.repeat(43)}&request_uri=${encodeURIComponent(`https://issuer.example/oid4vp/request/q/${'b'.repeat(64)}`)}`;

/** The modules that a path darkens. */
function drawn({ size, path }: ReturnType<typeof qrPath>): string {
  const modules = Array.from({ length: size }, () => Array.from({ length: size }, () => 0));
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    for (let column = 0; column < Number(width); column += 1) {
      const row = modules[Number(y)] ?? assert.fail();
      row[Number(x) + column] = 1;
    }
  }
  return modules.map((row) => row.join('')).join('\n');
}

test('the path darkens the modules of the code at level Q, inside a quiet zone of four', () => {
  const { modules } = QRCode.create(LINK, { errorCorrectionLevel: 'Q' });
  const quiet = (count: number): string => '0'.repeat(count);
  const rows = Array.from({ length: modules.size }, (_, row) => {
    const dark = Array.from({ length: modules.size }, (__, column) => modules.get(row, column)).join('');
    return quiet(4) + dark + quiet(4);
  });
  const empty = Array.from({ length: 4 }, () => quiet(modules.size + 8));
  const code = qrPath(LINK);
  assert.equal(code.size, modules.size + 8);
  assert.equal(drawn(code), [...empty, ...rows, ...empty].join('\n'));
  assert.match(code.path, /^[Mhvz\d -]+$/);
});

test('the squares of a long link stay large', () => {
  const long = `av://?${'a'.repeat(700)}`;
  const side = (errorCorrectionLevel: 'L' | 'Q') => QRCode.create(long, { errorCorrectionLevel }).modules.size + 8;
  assert.equal(qrPath(long).size, side('L'));
  assert.ok(side('L') < side('Q'));
});
