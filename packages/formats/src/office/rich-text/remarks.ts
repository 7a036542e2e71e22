import { linesOfContent } from '../../flow/content.ts'
import type { FlowBlock, FlowComment } from '../../flow/flow.ts'
import { createCommentedText } from '../commented-text.ts'

/** Comments, whose author, time and stretch of text are around them. */
export type Remarks = {
  /** Takes the text of a destination; false where it is none of a comment. */
  take(destination: string, text: string): boolean
  /** Text in its order, with a line break after each paragraph. */
  read(text: string): void
  /** The comment that says these blocks. */
  end(blocks: readonly FlowBlock[]): FlowComment
}

export const createRemarks = (): Remarks => {
  const commented = createCommentedText()
  let current = { author: '', createdAt: '', reference: '' }
  return {
    take: (destination, text) => {
      if (destination === 'atnauthor') current.author = text.trim()
      else if (destination === 'atndate') current.createdAt = isoTimeOfRtfDttm(Number(text))
      else if (destination === 'atnref') current.reference = text.trim()
      else if (destination === 'atrfstart') commented.begin(text.trim())
      else if (destination === 'atrfend') commented.end(text.trim())
      else return false
      return true
    },
    read: (text) => commented.read(text),
    end: (blocks) => {
      const { author, createdAt, reference } = current
      const anchor = commented.textOf(reference)
      current = { author: '', createdAt: '', reference: '' }
      return {
        text: linesOfContent(blocks),
        ...(author !== '' && { author }),
        ...(createdAt !== '' && { createdAt }),
        ...(anchor !== '' && { anchor }),
      }
    },
  }
}

/** A time as Word packs it: minute, hour, day, month and year since 1900, from the lowest bits on; '' for none. */
const isoTimeOfRtfDttm = (packed: number): string => {
  const bits = (at: number, count: number): number => Math.floor(packed / 2 ** at) % 2 ** count
  const time = new Date(Date.UTC(1900 + bits(20, 9), bits(16, 4) - 1, bits(11, 5), bits(6, 5), bits(0, 6)))
  return packed > 0 && !Number.isNaN(time.getTime()) ? time.toISOString() : ''
}
