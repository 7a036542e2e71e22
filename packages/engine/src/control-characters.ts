/**
 * Control characters that text does not contain, and that say nothing where it does: old programs end a file with Ctrl-Z,
 * and logs and exports have lone ones. Tab, line feeds, form feed and escape (ISO-2022) are text.
 */
// oxlint-disable-next-line no-control-regex -- the pattern looks for them
const controls = /[\x00-\x08\x0e-\x1a\x1c-\x1f]/g

/**
 * Removes control characters, which no output has, and of which no database stores NUL.
 * @example withoutControls('a\u0000b') // 'ab'
 */
export const withoutControls = (text: string): string => text.replaceAll(controls, '')

/**
 * Counts those that a text has.
 * @example countControls('a\u0000b\u0001') // 2
 */
export const countControls = (text: string): number => text.length - withoutControls(text).length

/**
 * A text without the Ctrl-Z, and the filling of a block behind it, with which programs of DOS and CP/M end one.
 * @example withoutEndOfFile('text\u001a\u001a') // 'text'
 */
export const withoutEndOfFile = (text: string): string => {
  let end = text.length
  while (end > 0 && '\0\u001A'.includes(text.charAt(end - 1))) end -= 1
  return text.charAt(end) === '\u001A' ? text.slice(0, end) : text
}
