import { type InlineText, textOfInline } from '../inline.ts'
import type { References } from '../references.ts'
import { escapeText, type TextContext } from './escape-text.ts'

type MarkdownInlineContext = Pick<TextContext, 'inBrackets' | 'inCell' | 'alone' | 'besideFormula'> & {
  readonly references: Pick<References, 'labels' | 'slugs'>
}

/**
 * Styled text as Markdown, on as many lines as the text has; what its line starts mean is not looked at. Text is not
 * underlined or highlighted, which Markdown cannot say, and a reading follows its text in parentheses.
 */
export const inlineMarkdown = (
  inlines: readonly InlineText[],
  references: MarkdownInlineContext['references'],
  { inCell = false } = {},
): string => {
  const besideFormula = kindsIn(inlines).includes('formula')
  return siblings(inlines, { inBrackets: false, inCell, alone: aloneIn(inlines), besideFormula, references })
}

/**
 * Text as it can be between the brackets of a picture.
 * @example alternativeText('a [1]') // 'a \\[1\\]'
 */
export const alternativeText = (text: string): string =>
  escapeText(text.replaceAll(/\s+/g, ' ').trim(), {
    spaceBefore: false,
    spaceAfter: false,
    inBrackets: true,
    inCell: false,
    besideFormula: false,
    alone: new Set(),
  })

/** The plain text beside a node: '' at the edge of the block, '*' where there is markup. */
type Neighbours = { readonly before: string; readonly after: string }

const blockEdge: Neighbours = { before: '', after: '' }
const markupEdge: Neighbours = { before: '*', after: '*' }

const siblings = (inlines: readonly InlineText[], place: MarkdownInlineContext, around = blockEdge): string => {
  const nodes = inlines.map((inline, index) =>
    inlineNode(inline, place, {
      before: textOfInlineNeighbour(inlines[index - 1]) ?? around.before,
      after: textOfInlineNeighbour(inlines[index + 1]) ?? around.after,
    }),
  )
  // An exclamation mark before a link would make a picture of it.
  return nodes.map((node, index) => (nodes[index + 1]?.startsWith('[') ? node.replace(/!$/, '\\!') : node)).join('')
}

const inlineNode = (inline: InlineText, place: MarkdownInlineContext, neighbours: Neighbours): string => {
  if ('text' in inline) {
    // A bracket in a code span in brackets could define a link.
    if (inline.kind === 'formula') return markdownOfInlineFormula(inline.text, place)
    if (inline.kind === 'code' && !(place.inBrackets && inline.text.includes(']'))) return codeSpan(inline.text)
    const text = escapeText(inline.text, { ...place, ...spaces(neighbours) })
    return inline.kind === 'text' ? text : `<code>${text}</code>`
  }
  if (inline.kind === 'link') {
    const id = inline.address.startsWith('#') ? inline.address.slice(1) : ''
    const label = place.references.labels.get(id)
    if (label !== undefined) return `[^${label}]`
    const slug = place.references.slugs.get(id)
    const address = slug === undefined ? inline.address : `#${slug}`
    return link({ ...inline, address }, siblings(inline.children, { ...place, inBrackets: true }, markupEdge))
  }
  if (inline.kind === 'underline' || inline.kind === 'highlight') return siblings(inline.children, place, neighbours)
  if (inline.kind === 'ruby') {
    const reading = escapeText(`(${inline.reading})`, { ...place, ...spaces(neighbours) })
    return siblings(inline.children, place, markupEdge) + reading
  }
  return markdownOfStyledText(siblings(inline.children, place, markupEdge), inline.kind, neighbours)
}

/** Between dollar signs, as GitHub reads it; as code where it has such signs itself. */
const markdownOfInlineFormula = (latex: string, { inCell }: MarkdownInlineContext): string => {
  const text = latex.replaceAll(/\s+/g, ' ')
  if (text.includes('$')) return codeSpan(text)
  return `$${inCell ? text.replaceAll('|', '\\|') : text}$`
}

const spaces = ({ before, after }: Neighbours) => ({
  spaceBefore: before === '' || /\s$/.test(before),
  spaceAfter: after === '' || /^\s/.test(after),
})

const codeSpan = (code: string): string => {
  const text = code.replaceAll('\n', ' ')
  const fence = fenceFor(text, 1)
  const pad = /^`|`$/.test(text) ? ' ' : ''
  return fence + pad + text + pad + fence
}

/**
 * More backticks than follow each other anywhere in the text.
 * @example fenceFor('a ``` b', 3) // '````'
 */
export const fenceFor = (text: string, least: number): string =>
  '`'.repeat((text.match(/`+/g) ?? []).reduce((length, run) => Math.max(length, run.length + 1), least))

const link = ({ address, children }: Extract<InlineText, { kind: 'link' }>, inner: string): string =>
  /^https?:\/\/[^\s<>|]+$/i.test(address) && textOfInline(children) === address
    ? `<${address}>`
    : `[${inner}](${destination(address)})`

const tags = { bold: 'strong', italic: 'em', strikethrough: 's', superscript: 'sup', subscript: 'sub' } as const

const markdownOfStyledText = (inner: string, kind: keyof typeof tags, neighbours: Neighbours): string => {
  if (kind === 'bold' && isFlanked(inner, neighbours)) return `**${inner}**`
  if (kind === 'strikethrough' && isFlanked(inner, neighbours)) return `~~${inner}~~`
  if (kind === 'italic' && isUnderscoreSafe(inner, neighbours)) return `_${inner}_`
  return `<${tags[kind]}>${inner}</${tags[kind]}>`
}

/** Asterisks beside punctuation are markers only where no letter is on their other side. */
const isFlanked = (inner: string, { before, after }: Neighbours): boolean =>
  (!/^[\p{P}\p{S}]/u.test(inner) || endsInGap(before)) && (!/[\p{P}\p{S}]$/u.test(inner) || beginsWithGap(after))

/** Underscores are not markers inside a word, nor before a mail address, which would begin with them. */
const isUnderscoreSafe = (inner: string, { before, after }: Neighbours): boolean =>
  endsInGap(before) && beginsWithGap(after) && !mailAddress.test(inner) && !mailAddress.test(after)

const mailAddress = /^[\w.+-]+@/

/** Space or punctuation; parsers disagree on characters beyond the first plane. */
const endsInGap = (before: string): boolean => before === '' || /[[\s\p{P}]--[\u{10000}-\u{10FFFF}]]$/v.test(before)
const beginsWithGap = (after: string): boolean => after === '' || /^[[\s\p{P}]--[\u{10000}-\u{10FFFF}]]/v.test(after)

/**
 * The plain text of a node, or the mark with which its markup begins and ends; undefined without one. Text that is underlined or
 * highlighted has no markup.
 */
const textOfInlineNeighbour = (inline: InlineText | undefined): string | undefined => {
  if (inline === undefined) return undefined
  if (inline.kind === 'underline' || inline.kind === 'highlight') return textOfInline(inline.children)
  return inline.kind === 'text' ? inline.text : '*'
}

const aloneIn = (inlines: readonly InlineText[]): Set<string> => {
  const text = textOfInline(inlines)
  const kinds = new Set(kindsIn(inlines))
  const isAlone = (character: string) => text.split(character, 3).length === 2
  return new Set(
    [
      { character: '*', kind: 'bold' },
      { character: '_', kind: 'italic' },
      { character: '`', kind: 'code' },
      { character: '~', kind: 'strikethrough' },
    ]
      .filter(({ character, kind }) => isAlone(character) && !kinds.has(kind))
      .map(({ character }) => character),
  )
}

const kindsIn = (inlines: readonly InlineText[]): string[] =>
  inlines.flatMap((inline) => [inline.kind, ...('children' in inline ? kindsIn(inline.children) : [])])

/**
 * An address as the target of a Markdown link or picture, so that it is read back unchanged.
 * @example destination('a (1).png') // '<a (1).png>'
 */
export const destination = (address: string): string => {
  const escaped = address
    .replaceAll(/[\n\r]/g, '')
    .replaceAll(/\\(?=[!-/:-@[-`{-~])/g, '\\\\')
    .replaceAll(/&(?=#?[A-Za-z\d]+;)/g, '\\&')
  const isPlain = /^[^\s<>()\u007F]+$/.test(address)
  return isPlain ? escaped : `<${escaped.replaceAll(/[<>]/g, '\\$&')}>`
}
