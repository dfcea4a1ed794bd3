/** ARF RPI_10: an intermediary deletes the claims that it has passed on. */
export const KEPT_BY_INTERMEDIARY =
  'An intermediary must pass on the claims and erase them: add retention webhook and the webhook';
