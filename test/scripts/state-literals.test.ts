/** Only the transitions build states: no other source writes one as a literal. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { issuanceStates, presentationStates } from '@countersign/gateway/schemas/session-states';
import { claimsStates } from '@countersign/issuer/test/session/issuance-events';
import { deliveryStates } from '@countersign/webhook-dispatcher/test/delivery/delivery-events';

const root = resolve(fileURLToPath(import.meta.url), '../../../..');
/** Files of transitions, wherever the message of each is. */
const TRANSITIONS = /^libs\/shared\/src\/model\/|-(transitions|state)\.ts$/;

const states = new Set(
  [issuanceStates, presentationStates, claimsStates, deliveryStates].flatMap((table) => Object.keys(table)),
);

/** Other unions that share a word with a state; a type has `readonly` before the member. */
const others: Readonly<Record<string, readonly string[]>> = {
  // An example in the API.
  'services/gateway/src/schemas/session-schemas.ts': ['created', 'verified'],
  // What the page of a browser shows.
  'services/issuer/src/authorize/authorize-follow.ts': ['expired'],
  // What a credential request finds.
  'services/issuer/src/claims/claims-wait.ts': ['expected', 'none', 'ready'],
  // The response to a page's backend.
  'services/verifier/src/dc-api/dc-api-answer.ts': ['requested', 'verified'],
};

function statesBuilt(text: string): readonly string[] {
  const found = [...text.matchAll(/(readonly )?\b(?:state|status): '(\w+)'/g)];
  const words = found.filter(([, type]) => type === undefined).map(([, , word = '']) => word);
  return [...new Set(words.filter((word) => states.has(word)))].sort();
}

function sources(): readonly string[] {
  const services = readdirSync(join(root, 'services')).map((name) => `services/${name}/src`);
  return [...services, 'libs/shared/src', 'operator/src']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(root, folder, name)),
    )
    .filter((path) => path.endsWith('.ts'))
    .map((path) => relative(root, path).split(sep).join('/'));
}

test('only transitions build a state', () => {
  const built = sources()
    .filter((file) => !TRANSITIONS.test(file))
    .map((file) => [file, statesBuilt(readFileSync(join(root, file), 'utf8'))] as const)
    .filter(([, words]) => words.length > 0);
  assert.deepEqual(Object.fromEntries(built), others);
});

test('a state that is built is found, a type and a comparison are not', () => {
  assert.deepEqual(statesBuilt("{ progress: { state: 'issued', grant } }"), ['issued']);
  assert.deepEqual(statesBuilt("{ ...session, status: 'failed' }"), ['failed']);
  assert.deepEqual(statesBuilt("type T = { readonly state: 'issued' }; progress.state === 'issued'"), []);
  assert.deepEqual(statesBuilt("{ status: 'up' }"), []);
  assert.ok(sources().some((file) => TRANSITIONS.test(file)));
});
