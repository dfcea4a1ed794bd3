/** The search for canaries: in what is stored, and in what a backend, an operator or an auditor can read. */
import assert from 'node:assert/strict';
import { read } from '@countersign/wallet/sending/answer';
import { forms } from './canary-flow.ts';
import type { TestServer } from './server.ts';

export type Place = readonly [name: string, content: Buffer];

/** None of the texts is in one of the places, also not in base64. */
export function assertNone(canaries: readonly string[], places: readonly Place[]): void {
  for (const canary of canaries) {
    for (const [place, bytes] of places) {
      for (const form of forms(canary)) assert.ok(!bytes.includes(form), `${canary} in ${place}`);
    }
  }
}

/** The log, the audit log, requests without a session, and more responses to an administrator. */
export async function readable(server: TestServer, more: readonly string[] = []): Promise<readonly Place[]> {
  const places: Place[] = [['the log', Buffer.from(server.lines.join(''))]];
  for (const path of ['/audit', '/trace?unmatched=true', ...more]) {
    const answer = await read(await server.a(path));
    assert.equal(answer.status, 200, answer.text);
    places.push([path, Buffer.from(answer.text)]);
  }
  return places;
}
