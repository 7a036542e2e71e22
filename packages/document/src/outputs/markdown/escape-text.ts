/** The context of a stretch of text, on which it depends what the text could be mistaken for. */
export type TextContext = {
  /** True if there is space or the edge of the block, rather than a marker of our own. */
  readonly spaceBefore: boolean
  readonly spaceAfter: boolean
  /** Between the brackets of a link or a picture. */
  readonly inBrackets: boolean
  readonly inCell: boolean
  /** True if the block has formulas between dollar signs. */
  readonly besideFormula: boolean
  /** Characters that occur only once in the block, so that they cannot pair up as markup. */
  readonly alone: ReadonlySet<string>
}

/**
 * Matches what could be inline markup: an escape, code, emphasis, deletion, a formula, a tag, a character reference, a
 * link.
 */
const markup =
  /\\(?=[!-/:-@[-`{-~\s])|`|\*+|_+|~+|\$|<(?=[A-Za-z/!?]|[^\s<>]*@)|&(?=#\d{1,7};|#[xX][\dA-Fa-f]{1,6};|[A-Za-z][A-Za-z\d]*;)|[[\]]/g

/** An address that GitHub turns into a link by itself. Escapes have no effect inside it. */
const bareAddress = /(?:https?:\/\/|www\.)[^\s<>]+/giu

/** Text escaped so that it is read as text, with as few backslashes as possible. */
export const escapeText = (text: string, context: TextContext): string => {
  if (context.inBrackets) return escapeMarkup(text, context)
  let escaped = ''
  let from = 0
  const take = (to: number, escape: (text: string, context: TextContext) => string) => {
    const spaceBefore = from === 0 ? context.spaceBefore : false
    const spaceAfter = to === text.length ? context.spaceAfter : /\s/.test(text.charAt(to))
    escaped += escape(text.slice(from, to), { ...context, spaceBefore, spaceAfter })
    from = to
  }
  for (const { 0: address, index } of text.matchAll(bareAddress)) {
    take(index, escapeMarkup)
    take(index + address.length, escapeAddress)
  }
  take(text.length, escapeMarkup)
  return escaped
}

/**
 * Left unchanged if it needs no escape, put in angle brackets if that suffices, and otherwise escaped so that it is not
 * a link.
 */
const escapeAddress = (address: string, context: TextContext): string => {
  const escaped = escapeMarkup(address, { ...context, spaceAfter: false })
  if (escaped === address && context.spaceAfter) return address
  if (/^http/i.test(address) && !address.includes('|')) {
    const link = address.replace(/(?<![.,;:!?])[.,;:!?]+$/, '')
    return `<${link}>${address.slice(link.length)}`
  }
  return escaped.replaceAll(/(?:https?(?=:\/\/)|www(?=\.))/gi, '$&\\')
}

const escapeMarkup = (text: string, context: TextContext): string => {
  const escaped = `${context.spaceBefore ? ' ' : '.'}${text}${context.spaceAfter ? ' ' : '.'}`
    .replaceAll(markup, (found, offset: number, whole: string) => {
      const neighbours = { before: whole.charAt(offset - 1), after: whole.charAt(offset + found.length) }
      return isLiteralMarkdown(found, neighbours, context) ? found : found.replaceAll(/./g, '\\$&')
    })
    .slice(1, -1)
  return context.inCell ? escaped.replaceAll('|', '\\|') : escaped
}

const isLiteralMarkdown = (
  found: string,
  { before, after }: { before: string; after: string },
  { inBrackets, inCell, besideFormula, alone }: TextContext,
): boolean => {
  if (found === '$') return !besideFormula
  if (alone.has(found)) return true
  if (/[[\]]/.test(found)) return !inBrackets && !(found === ']' && after === '(')
  if (!/[*_~]/.test(found)) return false
  // Emphasis neither begins nor ends between spaces, and underscores not inside a word. In a cell a line end is a tag.
  const space = inCell ? /[^\S\n]/ : /\s/
  const isInWord = /[\p{L}\p{N}]/u.test(before) && /[\p{L}\p{N}]/u.test(after)
  return (space.test(before) && space.test(after)) || (found.startsWith('_') && isInWord)
}
