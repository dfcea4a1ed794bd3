/** Seconds. */
export const LIFETIMES = { code: 60, token: 600, interaction: 3600, logout: 600 } as const;
