/** Every file of a server's data, as bytes by path. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { TestServer } from './server.ts';

export async function fileDump({ dataFolder }: TestServer): Promise<readonly (readonly [string, Buffer])[]> {
  return filesOf(dataFolder);
}

/** Every file in a folder and below it. */
export function filesOf(folder: string): readonly (readonly [string, Buffer])[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => [path, readFileSync(path)] as const);
}
