const subtitleEntities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: ' ',
  lrm: '',
  rlm: '',
  quot: '"',
}

/**
 * Text with the character references that captions use (WebVTT, 4.2.2) replaced.
 * @example decodeEntities('a &amp; b') // 'a & b'
 */
export const decodeEntities = (text: string): string =>
  text.replaceAll(/&(amp|lt|gt|nbsp|lrm|rlm|quot);/g, (_, name: string) => subtitleEntities[name] ?? '')
