import type { TextRun } from '@polyparse/document'

/** That a heading is bold says no more than that it is a heading. */
export const withoutBold = (stretches: readonly TextRun[]): TextRun[] =>
  stretches.map((stretch) => {
    const { bold: _, ...plain } = stretch
    return plain
  })
