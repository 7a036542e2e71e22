/** Whether a font is made for code: every letter as wide as the others. */
export const isMonospaced = (font: string | undefined): boolean =>
  /\b(?:mono|consolas|courier|menlo|monaco|inconsolata|source code|fira code|lucida console|fixed)\b|mono\b|(?:code|console)$/i.test(
    font ?? '',
  )
