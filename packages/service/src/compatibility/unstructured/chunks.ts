import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import type { ChunkingOptions } from './chunk-options.ts'
import type { UnstructuredElement } from './elements.ts'

/** Elements that become one chunk, or several if their text is too long; a table is alone. */
type ElementGroup = readonly [UnstructuredElement, ...UnstructuredElement[]]

const separator = '\n\n'

/** The elements put together as the chunking of Unstructured does: `CompositeElement`, `Table` and `TableChunk`. */
export const unstructuredChunks = (
  elements: readonly UnstructuredElement[],
  options: ChunkingOptions,
): UnstructuredElement[] => {
  const sections = sectionsOf(
    elements.filter(({ text }) => text.trim() !== ''),
    options,
  )
  const groups = sections.flatMap((section) => groupsIn(section, options))
  let end = ''
  return (options.byTitle ? combineShort(groups, options) : groups).flatMap((group) => {
    const isTable = isTableElement(group[0])
    const text = textOfGroup(group)
    const whole = end === '' || isTable ? text : `${end}${separator}${text}`
    const pieces = piecesOfText(whole, options)
    const last = pieces.at(-1) ?? ''
    end = options.overlapsAll && !isTable ? endOfPiece(last, options.overlap) : ''
    return chunksOfGroup(group, pieces, options)
  })
}

/** Divides elements into sections: one begins with each title, and with `multipage_sections=false` with each page. */
const sectionsOf = (
  elements: readonly UnstructuredElement[],
  { byTitle, multipageSections }: ChunkingOptions,
): UnstructuredElement[][] => {
  const sections: UnstructuredElement[][] = []
  for (const element of elements) {
    const before = sections.at(-1)?.at(-1)
    const begins =
      before === undefined ||
      (byTitle &&
        (element.type === 'Title' ||
          (!multipageSections && before.metadata.page_number !== element.metadata.page_number)))
    if (begins) sections.push([element])
    else sections.at(-1)?.push(element)
  }
  return sections
}

const groupsIn = (section: readonly UnstructuredElement[], options: ChunkingOptions): ElementGroup[] => {
  const groups: [UnstructuredElement, ...UnstructuredElement[]][] = []
  let length = 0
  for (const element of section) {
    const open = groups.at(-1)
    const longer = length + separator.length + element.text.length
    const fits = longer <= roomFor(options) && length < options.newAfterCharacters
    if (open !== undefined && fits && !isTableElement(open[0]) && !isTableElement(element)) {
      open.push(element)
      length = longer
    } else {
      groups.push([element])
      length = element.text.length
    }
  }
  return groups
}

/** A chunk that repeats the end of the one before has less room. */
const roomFor = ({ maxCharacters, overlap, overlapsAll }: ChunkingOptions): number =>
  overlapsAll ? maxCharacters - overlap - separator.length : maxCharacters

const combineShort = (groups: readonly ElementGroup[], options: ChunkingOptions): ElementGroup[] => {
  const combined: ElementGroup[] = []
  for (const group of groups) {
    const before = combined.at(-1)
    const length = before === undefined ? 0 : textOfGroup(before).length
    const isShort =
      before !== undefined &&
      !isTableElement(before[0]) &&
      !isTableElement(group[0]) &&
      (options.multipageSections || before[0].metadata.page_number === group[0].metadata.page_number) &&
      length < options.combineUnderCharacters &&
      length + separator.length + textOfGroup(group).length <= roomFor(options)
    if (isShort) combined.splice(-1, 1, [...before, ...group])
    else combined.push(group)
  }
  return combined
}

const isTableElement = ({ type }: UnstructuredElement): boolean => type === 'Table'

const textOfGroup = (group: ElementGroup): string => group.map(({ text }) => text).join(separator)

/** The text divided between words, of a table between rows; each piece but the first begins with the end of the one before. */
const piecesOfText = (text: string, { maxCharacters, overlap }: ChunkingOptions): string[] => {
  const pieces: string[] = []
  let at = 0
  let repeated = ''
  for (;;) {
    const window = repeated + text.slice(at, at + maxCharacters + 1 - repeated.length)
    if (window.length <= maxCharacters) return window.trim() === '' ? pieces : [...pieces, window.trim()]
    const cut = cutOf(window, maxCharacters, repeated.length)
    const piece = window.slice(0, cut).trimEnd()
    if (piece !== '') pieces.push(piece)
    at += cut - repeated.length
    repeated = endOfPiece(piece, overlap)
    if (repeated === '') while (/\s/.test(text.charAt(at))) at += 1
  }
}

/** Behind the last line, or else the last word, that fits and is not only what the piece repeats; else in a word. */
const cutOf = (window: string, max: number, least: number): number => {
  const line = window.lastIndexOf('\n')
  if (line > Math.max(least, max / 2)) return line
  const space = window.search(/\s\S*$/)
  if (space > least) return space
  return /[\uD800-\uDBFF]/.test(window.charAt(max - 1)) ? max - 1 : max
}

const endOfPiece = (piece: string, overlap: number): string =>
  overlap === 0
    ? ''
    : piece
        .slice(-overlap)
        .replace(/^[\uDC00-\uDFFF]/, '')
        .trimStart()

const chunksOfGroup = (
  group: ElementGroup,
  pieces: readonly string[],
  { includeOriginals }: ChunkingOptions,
): UnstructuredElement[] => {
  const [first] = group
  const isWhole = pieces.length === 1
  const { filename, filetype, page_number, languages, text_as_html } = first.metadata
  const originals = includeOriginals ? deflateSync(JSON.stringify(group)).toString('base64') : null
  return pieces.map((text, index) => ({
    type: isTableElement(first) ? (isWhole ? 'Table' : 'TableChunk') : 'CompositeElement',
    element_id: createHash('sha256')
      .update(JSON.stringify([first.element_id, index, text]))
      .digest('hex')
      .slice(0, 32),
    text,
    metadata: {
      filename,
      filetype,
      page_number,
      ...(languages !== undefined && { languages }),
      ...(text_as_html !== undefined && isWhole && { text_as_html }),
      ...(index > 0 && { is_continuation: true }),
      ...(originals !== null && { orig_elements: originals }),
    },
  }))
}
