/** The package has no types of its own: `library.ts` describes what is used of it. */
declare module 'oidc-provider';
declare module 'oidc-provider/lib/helpers/als.js';
