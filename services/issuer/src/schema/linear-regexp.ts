/** Regular expressions of untrusted schemas, in linear time: the engine that ajv compiles patterns with. */
import { RE2JS } from 're2js';
import { translatePattern } from './translate-pattern.ts';

/** The methods of a regular expression that ajv uses. */
export interface LinearRegExp {
  test(text: string): boolean;
  /** Steps for each character. */
  readonly size: number;
}

/** The patterns of one schema. */
export interface LinearPatterns {
  /** For `code.regExp` of ajv. @throws PatternRefused */
  readonly regExp: ((pattern: string, flags: string) => LinearRegExp) & { readonly code: string };
  /** Drops the caches of patterns that have read a lot of text. Call it after each check. */
  trim(): void;
  /** Drops all state of matching: an interrupted check may have left it inconsistent. */
  reset(): void;
}

/** The pattern cannot be matched in linear time, or would cost too much. */
export class PatternRefused extends Error {
  override readonly name = 'PatternRefused';
}

/** Limit of instructions of all patterns of a schema: a few megabytes of programs. */
const MAX_TOTAL = 20_000;
/** Steps of a program after which its state cache is dropped: it grows with the text, up to 8 MB each. */
const MANY_STEPS = 100_000;

interface Compiled {
  readonly source: string;
  readonly size: number;
  program: RE2JS | undefined;
  steps: number;
}

/** Creates the engine for one schema. */
export function createLinearPatterns(): LinearPatterns {
  const known = new Map<string, Compiled>();
  let total = 0;

  const compiled = (pattern: string): Compiled => {
    const before = known.get(pattern);
    if (before !== undefined) return before;
    const translation = translatePattern(pattern);
    if (!translation.ok) throw new PatternRefused(translation.reason);
    const { source, size } = translation;
    total += size;
    if (total > MAX_TOTAL) throw new PatternRefused(`makes the schema's patterns larger than ${MAX_TOTAL} steps`);
    const made = { source, size, program: compile(source), steps: 0 };
    known.set(pattern, made);
    return made;
  };

  const regExp = (pattern: string): LinearRegExp => {
    const one = compiled(pattern);
    return {
      size: one.size,
      test(text) {
        one.program ??= compile(one.source);
        one.steps += one.size * text.length;
        return one.program.test(text);
      },
      // ajv caches one expression per pattern text.
      toString: () => `/${pattern}/u`,
    } as LinearRegExp;
  };

  const drop = (steps: number): void => {
    for (const one of known.values()) {
      if (one.steps <= steps) continue;
      one.program = undefined;
      one.steps = 0;
    }
  };

  return {
    regExp: Object.assign(regExp, { code: 'linearRegExp' }),
    trim: () => drop(MANY_STEPS),
    reset: () => drop(0),
  };
}

function compile(source: string): RE2JS {
  try {
    return RE2JS.compile(source);
  } catch {
    // The translation accepts patterns that RE2 refuses: nested repetitions, and unknown script names.
    throw new PatternRefused('repeats more than 1000 times through nested repetitions, or uses an unknown script');
  }
}
