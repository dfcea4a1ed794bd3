/** The package has no types of its own: `library.ts` describes what is used of it. */
declare module 'oidc-provider';
