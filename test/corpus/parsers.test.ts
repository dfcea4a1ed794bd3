/**
 * Every parser of what strangers send, on a corpus and on changes to it. An input is accepted or refused by an error of
 * the parser, never anything else. `FUZZ_INPUTS=20000 FUZZ_SEED=7 npm test -- corpus` tries more. If it finds one, keep it
 * as a file `refused-<why>` in the folder of the parser.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { changes, mutated } from './mutations.ts';
import { INPUTS, type Parser, parsers } from './parsers.ts';

const RUNS = Number(process.env.FUZZ_INPUTS ?? 150);
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_128);

interface Input {
  readonly name: string;
  readonly bytes: Buffer;
}

function inputsOf({ name }: Parser): readonly Input[] {
  const folder = join(INPUTS, name);
  return readdirSync(folder).map((file) => ({ name: file, bytes: readFileSync(join(folder, file)) }));
}

/** Throws what isn't a refusal of the parser. */
async function outcome({ parse, refusals }: Parser, bytes: Buffer): Promise<'accepted' | 'refused'> {
  try {
    await parse(bytes);
    return 'accepted';
  } catch (error) {
    if (refusals.some((refusal) => error instanceof refusal)) return 'refused';
    throw error;
  }
}

for (const parser of parsers) {
  describe(`parser ${parser.name}`, () => {
    const inputs = inputsOf(parser);

    for (const { name, bytes } of inputs) {
      it(name, async () => assert.equal(await outcome(parser, bytes), name.split('-')[0]));
    }

    it('refuses changed inputs by its own errors only', async () => {
      const sources = { tokens: parser.tokens, others: inputs.map(({ bytes }) => bytes) };
      const property = fc.asyncProperty(fc.constantFrom(...inputs), changes, async ({ bytes }, wanted) => {
        await outcome(parser, mutated(bytes, wanted, sources));
      });
      await fc.assert(property, { numRuns: RUNS, seed: SEED });
    });
  });
}

it('every folder of inputs has a parser, and an input that it accepts and one that it refuses', () => {
  const folders = readdirSync(INPUTS, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  assert.deepEqual(folders.map(({ name }) => name).sort(), parsers.map(({ name }) => name).sort());
  for (const parser of parsers) {
    const kinds = new Set(inputsOf(parser).map(({ name }) => name.split('-')[0]));
    assert.deepEqual([...kinds].sort(), ['accepted', 'refused'], parser.name);
  }
});
