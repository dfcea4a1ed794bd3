/** Reports checks in their order, so that the trace of a refused answer shows how far it got. */

/** Receives the name of a check and whether it passed. */
export type Checked = (check: string, ok: boolean) => void;

/** Runs a check and reports it by its name. @throws what the check throws */
export function reported<T>(checked: Checked | undefined, name: string, check: () => T): T {
  let ok = false;
  try {
    const result = check();
    ok = true;
    return result;
  } finally {
    checked?.(name, ok);
  }
}

/** The same for a check that waits. */
export async function reportedLater<T>(
  checked: Checked | undefined,
  name: string,
  check: () => Promise<T>,
): Promise<T> {
  let ok = false;
  try {
    const result = await check();
    ok = true;
    return result;
  } finally {
    checked?.(name, ok);
  }
}
