import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';

/** A folder with these files: text and bytes unchanged, other objects as JSON. */
export function folderOf(t: TestContext, files: Readonly<Record<string, unknown>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-check-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    const isWritten = typeof content === 'string' || Buffer.isBuffer(content);
    writeFileSync(join(folder, name), isWritten ? content : JSON.stringify(content, null, 2));
  }
  return folder;
}
