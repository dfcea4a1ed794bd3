/** Which of the product's functions ran, from V8's counts. Pure: coverage in, functions out. */

/** The used part of `Profiler.takePreciseCoverage`. */
export interface ScriptCoverage {
  readonly url: string;
  readonly functions: readonly {
    readonly functionName: string;
    /** The first one is the whole function. */
    readonly ranges: readonly { readonly startOffset: number; readonly count: number }[];
  }[];
}

export interface RanFunction {
  /** The compiled file, from the root folder. */
  readonly built: string;
  /** Empty for a function without a name. */
  readonly name: string;
  /** Its start in the compiled file. */
  readonly offset: number;
  readonly calls: number;
}

export interface Totals {
  readonly functions: number;
  readonly files: number;
  readonly folders: number;
  readonly calls: number;
}

/** Sources of libraries and services, but no tests. */
const OURS = /^(?:libs|services)\/[^/]+\/dist\/src\/.*\.js$/;

/**
 * The functions that ran, without modules' top levels and V8's initializers for class fields.
 * @param root URL of the root folder, with a slash at its end
 */
export function ranFunctions(scripts: readonly ScriptCoverage[], root: string): readonly RanFunction[] {
  return scripts.flatMap(({ url, functions }) => {
    const built = url.startsWith(root) ? url.slice(root.length) : '';
    if (!OURS.test(built)) return [];
    return functions.flatMap(({ functionName: name, ranges: [whole] }) => {
      if (whole === undefined || whole.count === 0 || whole.startOffset === 0 || name.startsWith('<')) return [];
      return [{ built, name, offset: whole.startOffset, calls: whole.count }];
    });
  });
}

/** The source of a compiled file. */
export function sourceOf({ built }: Pick<RanFunction, 'built'>): string {
  return built.replace('/dist/src/', '/src/').replace(/\.js$/, '.ts');
}

/** A source's folder. */
export function folderOf(source: string): string {
  return source.slice(0, source.lastIndexOf('/'));
}

/** How many functions ran in each file, by folder. Folders and files are in alphabetical order. */
export function byFolder(ran: readonly RanFunction[]): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const folders = new Map<string, Map<string, number>>();
  for (const source of ran.map(sourceOf).sort()) {
    const folder = folderOf(source);
    const files = folders.get(folder) ?? new Map<string, number>();
    folders.set(folder, files.set(source, (files.get(source) ?? 0) + 1));
  }
  return new Map([...folders].sort(([a], [b]) => (a < b ? -1 : 1)));
}

export function totalsOf(ran: readonly RanFunction[]): Totals {
  const folders = byFolder(ran);
  return {
    functions: ran.length,
    files: [...folders.values()].reduce((sum, files) => sum + files.size, 0),
    folders: folders.size,
    calls: ran.reduce((sum, { calls }) => sum + calls, 0),
  };
}
