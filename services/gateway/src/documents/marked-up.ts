import { escapeHtml } from '@countersign/shared/pages/page';

/** Strings in the catalogue of reasons and in the API description mark names by backticks. */
export function markedUp(text: string): string {
  return escapeHtml(text).replace(/`([^`]*)`/g, '<code>$1</code>');
}
