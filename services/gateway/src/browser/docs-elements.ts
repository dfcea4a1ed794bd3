/** Finding and making elements, for the scripts of the page `/docs/api.html`. */

export function byId<T extends HTMLElement>(id: string, type: abstract new () => T): T {
  const found = document.getElementById(id);
  if (found instanceof type) return found;
  throw new Error(`The page has no ${id}`);
}

export function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  members: Partial<HTMLElementTagNameMap[K]>,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = Object.assign(document.createElement(name), members);
  element.append(...children);
  return element;
}

/** The example body in a command, without the shell's quotes; empty if none is sent. */
export function exampleOf(command: HTMLElement): string {
  const quoted = command.querySelector('.body')?.textContent ?? '';
  return quoted.slice(1, -1).replace(/'\\''/g, "'");
}
