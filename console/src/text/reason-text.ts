/** Reason and hint in the language of the console. German is loaded when the console first needs it. */
import { effect, signal } from '@preact/signals';
import { language } from '../state/settings.ts';
import type { ReasonText } from './reasons/german.ts';

interface Reasoned {
  readonly reason?: string;
  readonly explanation?: string;
  readonly hint?: string;
}

type German = Pick<
  typeof import('./reasons/german.ts'),
  'germanReasons' | 'germanChecks' | 'germanWarnings' | 'germanAttempts' | 'germanEnds' | 'germanStops'
>;

const nothing: ReadonlyMap<string, ReasonText> = new Map();

const german = signal<German | undefined>(undefined);

/** Loads the German reasons when the language becomes German. The server's English is shown until then. */
export function startReasons(): void {
  effect(() => {
    if (language.value === 'de' && german.value === undefined) void loadGerman();
  });
}

/** If the browser cannot load the file, English stays. The next page load tries again. */
export async function loadGerman(): Promise<void> {
  try {
    german.value = await import('./reasons/german.ts');
  } catch {
    german.value = {
      germanReasons: nothing,
      germanChecks: nothing,
      germanWarnings: nothing,
      germanAttempts: nothing,
      germanEnds: nothing,
      germanStops: nothing,
    };
  }
}

/** Returns explanation and hint in the console's language, if the server sent them. */
export function inConsoleLanguage({ reason, explanation, hint }: Reasoned): Reasoned {
  const text = reason === undefined ? undefined : germanReason(reason);
  return {
    ...(explanation !== undefined && { explanation: text?.explanation ?? explanation }),
    ...(hint !== undefined && { hint: text?.hint ?? hint }),
  };
}

function germanReason(reason: string): ReasonText | undefined {
  if (language.value !== 'de') return undefined;
  return german.value?.germanReasons.get(reason) ?? german.value?.germanChecks.get(reason);
}

/** A dry run's warning in German, or undefined if the server's English is shown. */
export function germanWarning(code: string): ReasonText | undefined {
  return language.value === 'de' ? german.value?.germanWarnings.get(code) : undefined;
}

/** Why a dry run stopped, in German, or undefined if the server's English is shown. */
export function germanStop(explanation: string): ReasonText | undefined {
  return language.value === 'de' ? german.value?.germanStops.get(explanation) : undefined;
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
  const texts = language.value === 'de' ? german.value?.germanAttempts : undefined;
  const text = texts?.get(isRefused ? 'status_refused' : (error ?? ''));
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
  const text = language.value === 'de' ? german.value?.germanEnds.get(reason ?? '') : undefined;
  return text?.explanation ?? description ?? reason;
}
