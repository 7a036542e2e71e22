import type { Run } from '../../document/model.ts'

/** That a heading is bold says no more than that it is a heading. */
export const withoutBold = (stretches: readonly Run[]): Run[] =>
  stretches.map((stretch) => {
    const { bold: _, ...plain } = stretch
    return plain
  })
