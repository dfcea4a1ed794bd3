/** The language of commands on the page `/docs/api.html`: one choice for all calls, kept until the page is closed. */
import { LANGUAGES, type Language, snippets } from './call-snippet.ts';
import { exampleOf, make } from './docs-elements.ts';

/** Each call's code is generated when the call is opened, or another language is chosen. */
export function offerLanguages(): void {
  const shown: (() => void)[] = [];
  let chosen: Language = 'curl';
  for (const call of document.querySelectorAll<HTMLDetailsElement>('details.call')) {
    const commands = [...call.querySelectorAll<HTMLElement>('.command[data-method]')];
    if (commands.length === 0) continue;
    const buttons = LANGUAGES.map((language) => {
      const button = make('button', { type: 'button', className: 'small', textContent: language });
      button.addEventListener('click', () => {
        chosen = language;
        for (const show of shown) show();
      });
      return { language, button };
    });
    const group = make('div', { className: 'languages' }, ...buttons.map(({ button }) => button));
    group.setAttribute('role', 'group');
    group.setAttribute('aria-label', 'Language');
    const show = (): void => {
      if (!call.open) return;
      for (const { language, button } of buttons) button.setAttribute('aria-pressed', String(language === chosen));
      for (const command of commands) showIn(command, chosen);
    };
    shown.push(show);
    call.addEventListener('toggle', show);
    call.querySelector('.commands')?.before(group);
    show();
  }
}

/** The text of a shell stays in the page: trying a call takes the body from it. */
function showIn(command: HTMLElement, language: Language): void {
  const shell = command.querySelector<HTMLElement>('pre');
  if (shell === null) return;
  const made = command.querySelector<HTMLElement>('pre.made') ?? make('pre', { className: 'made' });
  shell.hidden = language !== 'curl';
  made.hidden = language === 'curl';
  shell.after(made);
  if (language === 'curl') return;
  const { method = '', path = '', needs = '' } = command.dataset;
  const example = exampleOf(command);
  const body = example === '' ? undefined : (JSON.parse(example) as unknown);
  const parameters = Object.fromEntries(new URLSearchParams(needs));
  made.textContent = snippets[language]({ method, path, query: parameters, body });
}
