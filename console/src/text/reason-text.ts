/** Reason and hint in the language of the console. Each German table is loaded when a page first needs it. */
import { signal } from '@preact/signals';
import { language } from '../state/settings.ts';
import type { ReasonText, ReasonTexts } from './reasons/by-name.ts';

interface Reasoned {
  readonly reason?: string;
  readonly explanation?: string;
  readonly hint?: string;
}

/** Tables of one name are searched in this order. */
const tables = {
  reasons: async () => {
    const { germanReasons, germanChecks } = await import('./reasons/german-refusals.ts');
    return [germanReasons, germanChecks];
  },
  listWarnings: async () => [(await import('./reasons/german-refusals.ts')).germanListWarnings],
  warnings: async () => [(await import('./reasons/german-warnings.ts')).germanWarnings],
  stops: async () => [(await import('./reasons/german-warnings.ts')).germanStops],
  attempts: async () => [(await import('./reasons/german-deliveries.ts')).germanAttempts],
  ends: async () => [(await import('./reasons/german-deliveries.ts')).germanEnds],
} satisfies Record<string, () => Promise<readonly ReasonTexts[]>>;

type Name = keyof typeof tables;

const loaded = signal<Partial<Record<Name, readonly ReasonTexts[]>>>({});
const asked = new Map<Name, Promise<void>>();

/** For tests: loads every table. */
export async function loadGerman(): Promise<void> {
  await Promise.all((Object.keys(tables) as Name[]).map(load));
}

function load(name: Name): Promise<void> {
  const running = asked.get(name) ?? read(name);
  asked.set(name, running);
  return running;
}

/** If the browser can't load the file, the server's English stays. The next page load tries again. */
async function read(name: Name): Promise<void> {
  const found: readonly ReasonTexts[] = await tables[name]().catch(() => []);
  loaded.value = { ...loaded.value, [name]: found };
}

/** @returns undefined in English, if there is no such text, and until the table is loaded; the page then renders again */
function german(name: Name, key: string): ReasonText | undefined {
  if (language.value !== 'de') return undefined;
  const found = loaded.value[name];
  if (found === undefined) void load(name);
  return found?.find((table) => table.has(key))?.get(key);
}

/** Returns explanation and hint in the console's language, if the server sent them. */
export function inConsoleLanguage({ reason, explanation, hint }: Reasoned): Reasoned {
  const text = reason === undefined ? undefined : german('reasons', reason);
  return {
    ...(explanation !== undefined && { explanation: text?.explanation ?? explanation }),
    ...(hint !== undefined && { hint: text?.hint ?? hint }),
  };
}

/** A warning in German, or undefined if the server's English is shown. */
export function germanWarning(code: string): ReasonText | undefined {
  return german('warnings', code);
}

export interface ListWarning {
  readonly code?: string;
  readonly detail: string;
  readonly value?: string;
}

/** A warning about a trust list in German, or undefined if the server's English is shown. */
export function germanListWarning({ code, value }: ListWarning): string | undefined {
  const text = code === undefined ? undefined : german('listWarnings', code)?.explanation;
  return text === undefined || value === undefined ? text : `${text}: ${value}`;
}

/** Why a dry run stopped, in German, or undefined if the server's English is shown. */
export function germanStop(explanation: string): ReasonText | undefined {
  return german('stops', explanation);
}

interface Described {
  readonly description?: string;
  readonly hint?: string;
}

/** Why an attempt of a webhook failed, and what to do. The server's English if there is no other text. */
export function attemptInConsoleLanguage(
  attempt: Described & { readonly error?: string; readonly status?: number },
): Described {
  const { error, status, description, hint } = attempt;
  const isRefused = error === 'status' && (status === 401 || status === 403);
  const text = german('attempts', isRefused ? 'status_refused' : (error ?? ''));
  const shown = text?.explanation ?? description ?? error;
  const remedy = hint === undefined ? undefined : (text?.hint ?? hint);
  return { ...(shown !== undefined && { description: shown }), ...(remedy !== undefined && { hint: remedy }) };
}

/** Why a delivery has ended without success. */
export function endInConsoleLanguage({
  reason,
  description,
}: {
  readonly reason?: string;
  readonly description?: string;
}): string | undefined {
  const text = german('ends', reason ?? '');
  return text?.explanation ?? description ?? reason;
}
