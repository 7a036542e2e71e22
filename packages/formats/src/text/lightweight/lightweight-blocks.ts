import type { FlowWriter } from '../../flow/writer.ts'

/** The destination of blocks, and their depth in others. */
export type LightweightPlace = {
  readonly writer: FlowWriter
  /** The depth of lists. */
  readonly list: number
  /** The depth of everything. */
  readonly depth: number
}

/** The place inside a block. */
export const inner = (place: LightweightPlace): LightweightPlace => ({ ...place, depth: place.depth + 1 })

/** Reads lines as blocks. */
export type ReadBlocks<Context> = (lines: readonly string[], place: LightweightPlace, context: Context) => void

/** Reads the blocks that begin at a line, or returns null; else the line behind them. */
export type BlockReader<Context> = (
  lines: readonly string[],
  at: number,
  place: LightweightPlace,
  context: Context,
) => number | null

/** Blocks within blocks; deeper ones are paragraphs. */
const maxLightweightBlockDepth = 60

/** A reader of blocks by kinds, of which the first that reads a line counts; the rest is paragraphs. */
export const blockReader = <Context>(
  kinds: readonly BlockReader<Context>[],
  paragraph: (...where: Parameters<BlockReader<Context>>) => number,
): ReadBlocks<Context> => {
  const readOne: typeof paragraph = (lines, at, place, context) => {
    if (place.depth < maxLightweightBlockDepth)
      for (const kind of kinds) {
        const end = kind(lines, at, place, context)
        if (end !== null) return end
      }
    return paragraph(lines, at, place, context)
  }
  return (lines, place, context) => {
    for (let at = 0; at < lines.length;) {
      if (lines[at] === '') at += 1
      else at = readOne(lines, at, place, context)
    }
    place.writer.flush()
  }
}
