import type { Block, TextRun } from '../model.ts'

/** Styled text as a tree: each stretch of one style is one node, with styles nested in a fixed order. */
export type InlineText =
  | { readonly kind: 'text' | 'code' | 'formula'; readonly text: string }
  | { readonly kind: InlineLook; readonly children: readonly InlineText[] }
  | { readonly kind: 'highlight'; readonly color: string; readonly children: readonly InlineText[] }
  | { readonly kind: 'ruby'; readonly reading: string; readonly children: readonly InlineText[] }
  | { readonly kind: 'link'; readonly address: string; readonly children: readonly InlineText[] }

const inlineLooks = ['bold', 'italic', 'strikethrough', 'underline', 'superscript', 'subscript'] as const
type InlineLook = (typeof inlineLooks)[number]

/**
 * The text of a block as a tree, from its runs where it has them. Line ends are `\n`, links to anything but web and
 * mail addresses are only their text.
 * @example inlineText({ text: 'Rent' }) // [{ kind: 'text', text: 'Rent' }]
 */
export const inlineText = ({ text, runs }: Pick<Block, 'text' | 'runs'>): InlineText[] =>
  links((runs ?? [{ text }]).map(cleanRun).filter((run) => run.text !== ''))

/**
 * The text of a tree.
 * @example textOfInline([{ kind: 'text', text: 'Rent' }]) // 'Rent'
 */
export const textOfInline = (inlines: readonly InlineText[]): string =>
  inlines.map((inline) => ('text' in inline ? inline.text : textOfInline(inline.children))).join('')

const cleanRun = ({ href, ...run }: TextRun): TextRun => {
  const address = href === undefined ? null : safeAddress(href)
  return { ...run, text: cleanText(run.text), ...(address !== null && { href: address }) }
}

/**
 * Outputs carry no NUL, and one kind of line end.
 * @example cleanText('one\r\ntwo') // 'one\ntwo'
 */
export const cleanText = (text: string): string => text.replaceAll(/\r\n?/g, '\n').replaceAll('\0', '\uFFFD')

/**
 * The lines of a text that have anything on them, without the white space at their ends.
 * @example textLines('one  \n\n two') // ['one', 'two']
 */
export const textLines = (text: string): string[] =>
  cleanText(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const links = (runs: readonly TextRun[]): InlineText[] =>
  stretches(runs, (run) => run.href).flatMap(({ value, runs }) =>
    value === undefined
      ? nest(runs, inlineLooks)
      : withSpaceOutside(runs, (core) => ({ kind: 'link', address: value, children: nest(core, inlineLooks) })),
  )

const nest = (runs: readonly TextRun[], [look, ...inner]: readonly InlineLook[]): InlineText[] =>
  look === undefined
    ? highlights(runs)
    : stretches(runs, (run) => run[look] === true).flatMap(({ value, runs }) =>
        value ? withSpaceOutside(runs, (core) => ({ kind: look, children: nest(core, inner) })) : nest(runs, inner),
      )

const highlights = (runs: readonly TextRun[]): InlineText[] =>
  stretches(runs, (run) => run.highlight).flatMap(({ value, runs }) =>
    value === undefined
      ? leaves(runs)
      : withSpaceOutside(runs, (core) => ({ kind: 'highlight', color: value, children: leaves(core) })),
  )

const leaves = (runs: readonly TextRun[]): InlineText[] =>
  stretches(runs, (run) => run.ruby).flatMap(({ value, runs }) =>
    value === undefined
      ? inlineOfRuns(runs)
      : withSpaceOutside(runs, (core) => ({ kind: 'ruby', reading: cleanText(value), children: inlineOfRuns(core) })),
  )

const inlineOfRuns = (runs: readonly TextRun[]): InlineText[] =>
  stretches(runs, kindOfInlineRun).flatMap(({ value, runs }) =>
    value === 'text'
      ? inlineOfPlainText(textOfInlineRuns(runs))
      : withSpaceOutside(runs, (core) => ({ kind: value, text: textOfInlineRuns(core) })),
  )

const kindOfInlineRun = ({ code, formula }: TextRun): 'text' | 'code' | 'formula' =>
  formula === true ? 'formula' : code === true ? 'code' : 'text'

/** White space at the ends of a stretch has no style, because no markup can begin or end with it. */
const withSpaceOutside = (runs: readonly TextRun[], mark: (core: TextRun[]) => InlineText): InlineText[] => {
  const text = textOfInlineRuns(runs)
  const end = text.trimEnd().length
  const start = end - text.slice(0, end).trimStart().length
  if (end === 0) return inlineOfPlainText(text)
  return [
    ...inlineOfPlainText(text.slice(0, start)),
    mark(slice(runs, start, end)),
    ...inlineOfPlainText(text.slice(end)),
  ]
}

const inlineOfPlainText = (text: string): InlineText[] => (text === '' ? [] : [{ kind: 'text', text }])

const textOfInlineRuns = (runs: readonly TextRun[]): string => runs.map(({ text }) => text).join('')

const slice = (runs: readonly TextRun[], start: number, end: number): TextRun[] => {
  let offset = 0
  return runs.flatMap((run) => {
    const text = run.text.slice(Math.max(0, start - offset), Math.max(0, end - offset))
    offset += run.text.length
    return text === '' ? [] : [{ ...run, text }]
  })
}

/** The runs cut where the value changes. */
const stretches = <Value>(
  runs: readonly TextRun[],
  valueOf: (run: TextRun) => Value,
): { value: Value; runs: TextRun[] }[] => {
  const found: { value: Value; runs: TextRun[] }[] = []
  for (const run of runs) {
    const value = valueOf(run)
    const last = found.at(-1)
    if (last !== undefined && last.value === value) last.runs.push(run)
    else found.push({ value, runs: [run] })
  }
  return found
}

const schemes = new Set(['http', 'https', 'mailto'])

/**
 * The address if a reader may follow it: http, https, mail, a place in the document, or relative; else null.
 * It is judged as a browser reads it: without control characters and spaces before it, and without line ends inside.
 */
const safeAddress = (href: string): string | null => {
  const address = href.replaceAll(/\p{Cc}/gu, '').trim()
  const scheme = /^([^/?#]*?):/.exec(address.replaceAll(/\s/g, ''))?.[1]
  if (address === '' || (scheme !== undefined && !schemes.has(scheme.toLowerCase()))) return null
  return address
}
