/**
 * Removes the differences from a text that no reader can be blamed for: kinds of quotes, dashes, spaces and bullets,
 * ligatures.
 */
export const fold = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\u00AD\u200B-\u200F\u2060\uFEFF]/g, '')
    .replaceAll(/[‘’‚‛′]/g, "'")
    .replaceAll(/[“”„‟″«»]/g, '"')
    .replaceAll(/[‐‑‒–—―−]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Only letters and figures, for finding a text whatever stands between its words. */
export const lettersOf = (text: string): string =>
  fold(text)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
