/** A piece of this length ends at the next possible place. */
const pieceLength = 1500

/**
 * Lines that continue the block before: indented lines, items of a list, rows of a table, quotes, closing tags,
 * definitions.
 */
const markdownContinuationPattern = /^(?:\s|[-*+] |\d+[.)] |\||>|<\/|\[[^\]]+\]:)/

/**
 * Divides Markdown into pieces that mean the same separately as together, so that only the visible ones are rendered.
 * @example markdownPieces('# A\n\ntext') // ['# A\n\ntext']
 */
export const markdownPieces = (markdown: string): string[] => {
  const pieces: string[] = []
  let piece: string[] = []
  let length = 0
  let fence: string | null = null
  let tables = 0
  let blank = true
  for (const line of markdown.split('\n')) {
    if (
      length > pieceLength &&
      blank &&
      fence === null &&
      tables === 0 &&
      line !== '' &&
      !markdownContinuationPattern.test(line)
    ) {
      pieces.push(piece.join('\n'))
      piece = []
      length = 0
    }
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence === null) fence = mark ?? null
    else if (mark !== undefined && mark.startsWith(fence) && line.trim() === mark) fence = null
    if (fence === null) tables += countMatchesInLine(line, /<table[\s>]/gi) - countMatchesInLine(line, /<\/table>/gi)
    piece.push(line)
    length += line.length + 1
    blank = line.trim() === ''
  }
  pieces.push(piece.join('\n'))
  return pieces
}

const countMatchesInLine = (line: string, pattern: RegExp): number => [...line.matchAll(pattern)].length
