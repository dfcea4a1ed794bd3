/** Reason and hint in the language of the console. German is loaded when the console first needs it. */
import { effect, signal } from '@preact/signals';
import { language } from '../state/settings.ts';
import type { ReasonText } from './reasons/german.ts';

interface Reasoned {
  readonly reason?: string;
  readonly explanation?: string;
  readonly hint?: string;
}

const german = signal<ReadonlyMap<string, ReasonText> | undefined>(undefined);

/** Loads the German reasons when the language becomes German. The server's English is shown until then. */
export function startReasons(): void {
  effect(() => {
    if (language.value === 'de' && german.value === undefined) void loadGerman();
  });
}

/** If the browser cannot load the file, English stays. The next page load tries again. */
export async function loadGerman(): Promise<void> {
  try {
    german.value = (await import('./reasons/german.ts')).germanReasons;
  } catch {
    german.value = new Map();
  }
}

/** Returns explanation and hint in the console's language, if the server sent them. */
export function inConsoleLanguage({ reason, explanation, hint }: Reasoned): Reasoned {
  const text = language.value === 'de' && reason !== undefined ? german.value?.get(reason) : undefined;
  return {
    ...(explanation !== undefined && { explanation: text?.explanation ?? explanation }),
    ...(hint !== undefined && { hint: text?.hint ?? hint }),
  };
}
