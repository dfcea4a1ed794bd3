import { escapeHtml } from '@countersign/shared/pages/page';

/** Texts of the catalogue of reasons and of the API description mark names by backticks. */
export function markedUp(text: string): string {
  return escapeHtml(text).replace(/`([^`]*)`/g, '<code>$1</code>');
}
