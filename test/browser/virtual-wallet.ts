/** Chromium's virtual wallet, which decides what a page's `navigator.credentials.get({ digital })` returns. */
import type { Frame, Page } from 'playwright-core';

export type WalletBehavior =
  | { readonly action: 'decline' }
  | { readonly action: 'respond'; readonly protocol: string; readonly response: unknown };

/** The types of playwright-core do not have the domain yet. @param frame of another site, which has its own target */
export async function behaveAs(page: Page, frame?: Frame): Promise<(behavior: WalletBehavior) => Promise<void>> {
  const context = page.context();
  const devTools = await context.newCDPSession(page);
  const inner = frame === undefined ? undefined : await context.newCDPSession(frame).catch(() => undefined);
  return async (behavior) => {
    for (const session of [devTools, inner]) {
      await session?.send('DigitalCredentials.setVirtualWalletBehavior' as never, behavior as never);
    }
  };
}
