/** Reason and hint in the language of the console. German is loaded when the console first needs it. */
import { effect, signal } from '@preact/signals';
import { language } from '../state/settings.ts';
import type { ReasonText } from './reasons/german.ts';

interface Reasoned {
  readonly reason?: string;
  readonly explanation?: string;
  readonly hint?: string;
}

interface German {
  readonly germanReasons: ReadonlyMap<string, ReasonText>;
  readonly germanChecks: ReadonlyMap<string, ReasonText>;
  readonly germanWarnings: ReadonlyMap<string, ReasonText>;
}

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
    german.value = { germanReasons: new Map(), germanChecks: new Map(), germanWarnings: new Map() };
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
