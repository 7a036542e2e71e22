import type { FontStyle } from '../font-style.ts'

/*
 * The style that a font's name says. Most names spell it out (`Arial-BoldMT`); the older ones of TeX and of type
 * foundries are codes.
 */

/** Computer Modern and its successors, with the size at the end: `CMBX10`, `SFTI0900`, `ECTT1000`. */
const tex = /^(?:cm|sf|ec|la|lh)(?<shape>[a-z]{1,5})\d{1,4}$/i
const texShapes: Readonly<Record<keyof FontStyle, RegExp>> = {
  bold: /^(?:b$|bx|bsy|mib|ssbx|ssdc|bi$|sx$|xc$)/i,
  italic: /^(?:ti|sl|mi|bxti|bxsl|ssi|itt|sltt|bi$|si$|cssi|mib)/i,
  monospaced: /^(?:tt|itt|sltt|vtt|tcsc|st$|it$)/i,
}

const fontStylePatterns: Readonly<Record<keyof FontStyle, RegExp>> = {
  // `Medi` is the bold weight of Nimbus and Utopia, `Demi` that of Bookman; `Medium` is hardly heavier than text.
  bold: /bold|black|heavy|demi|medi(?!um)|[-,]bd(?![a-z])/i,
  italic: /ital|obli|slant|kursiv|(?:bold|bd|[-,])it(?![a-z])/i,
  monospaced: /mono|nimbusmon|courier|consolas|menlo|typewriter|cmtt/i,
}

/**
 * The style that the name of a font says; the prefix of a subset (`ABCDEF+`) says nothing.
 * @example styleOfFontName('ABCDEF+Arial-BoldMT') // { bold: true, italic: false, monospaced: false }
 */
export const styleOfFontName = (name: string): FontStyle => {
  const plain = name.replace(/^[A-Z]{6}\+/, '')
  const shape = tex.exec(plain)?.groups?.shape
  const says = (property: keyof FontStyle): boolean =>
    fontStylePatterns[property].test(plain) || (shape !== undefined && texShapes[property].test(shape))
  return { bold: says('bold'), italic: says('italic'), monospaced: says('monospaced') }
}
