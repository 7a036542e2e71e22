const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as it can stand in an element or a quoted attribute; control characters, which HTML forbids, are left out. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[\p{Cc}--[\t\n]]/gv, '').replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
