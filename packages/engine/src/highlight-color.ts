/** The least difference between red, green and blue, of 255, of a colour that marks text: grounds of code and of rows are greyer. */
const minChroma = 64
/** The least brightness, of 255, of a ground on which dark text is read: labels in white on a full colour are darker. */
const minBrightness = 100

/**
 * A colour of three bytes as `#rrggbb`.
 * @example hexColor(0xffff00) // '#ffff00'
 */
export const hexColor = (color: number): string => `#${color.toString(16).padStart(6, '0')}`

/**
 * Tells whether a ground of this colour, in three bytes, is one in which people highlight text: bright, and no grey.
 * @example isHighlightColor(0xffff00) // true
 */
export const isHighlightColor = (color: number): boolean => {
  const parts: readonly [number, number, number] = [color >> 16, (color >> 8) & 255, color & 255]
  // The weights of ITU-R BT.601.
  const brightness = parts[0] * 0.299 + parts[1] * 0.587 + parts[2] * 0.114
  return Math.max(...parts) - Math.min(...parts) >= minChroma && brightness >= minBrightness
}

/** The colour in which text is highlighted where a document does not say in which: yellow, as browsers show it. */
export const defaultHighlight = '#ffff00'

/**
 * `#FFFF00` or `ffff00` as a document has colours; undefined for anything else, such as `auto` and `transparent`.
 * @example highlightOfHex('FFFF00') // '#ffff00'
 */
export const highlightOfHex = (written: string | undefined): string | undefined => {
  const [, digits] = /^#?([\da-f]{6})$/i.exec(written ?? '') ?? []
  return digits !== undefined && isHighlightColor(Number.parseInt(digits, 16)) ? `#${digits.toLowerCase()}` : undefined
}
