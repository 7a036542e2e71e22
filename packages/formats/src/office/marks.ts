import { inherited } from '../flow/content.ts'
import type { FlowBlock, FlowComment } from '../flow/flow.ts'

/** Places that links lead to, and comments, which belong to a block. */
export type OfficeMarks = { readonly anchors: string[]; readonly comments: FlowComment[] }

export const noMarks = (): OfficeMarks => ({ anchors: [], comments: [] })

/** Takes what has been left for the next block. */
export const takeMarks = (pending: OfficeMarks): OfficeMarks => ({
  anchors: pending.anchors.splice(0),
  comments: pending.comments.splice(0),
})

export const addMarks = (marks: OfficeMarks, { anchors, comments }: OfficeMarks): void => {
  for (const anchor of anchors) marks.anchors.push(anchor)
  for (const comment of comments) marks.comments.push(comment)
}

export const withMarks = (block: FlowBlock, marks: OfficeMarks): FlowBlock =>
  marks.anchors.length === 0 && marks.comments.length === 0 ? block : { ...block, ...inherited([block, marks]) }
