import { Type, type Static } from '@polyparse/document/typebox'
import type { Immutable } from '../schema-types.ts'

/** Characters; longer than the text of any block that a person would go through. */
const maxCorrectedLength = 100_000

/** Ids of blocks and tables are made by the service and are shorter. */
const maxPlaceIdLength = 100

const texts = {
  read: Type.String({
    maxLength: maxCorrectedLength,
    description: 'The text that was read there, exactly as in `json`. A correction of anything else is refused.',
  }),
  text: Type.String({
    maxLength: maxCorrectedLength,
    description: 'The text that is printed there; empty where there is none.',
  }),
}

export const BlockCorrection = Type.Object(
  {
    block: Type.String({ minLength: 1, maxLength: maxPlaceIdLength, description: 'The id of a block of text.' }),
    ...texts,
  },
  {
    title: 'BlockCorrection',
    description: 'The text of a block as a person has corrected it.',
    additionalProperties: false,
  },
)

export const CellCorrection = Type.Object(
  {
    table: Type.String({ minLength: 1, maxLength: maxPlaceIdLength, description: 'The id of a table.' }),
    row: Type.Integer({ minimum: 0, description: 'The index of the cell, from 0.' }),
    column: Type.Integer({ minimum: 0, description: 'The index of the cell, from 0.' }),
    ...texts,
  },
  {
    title: 'CellCorrection',
    description: 'The text of a cell as a person has corrected it. Where a table has no cell, `read` is empty.',
    additionalProperties: false,
  },
)

/** A person's word on what is printed in one place of a document. It replaces the text that was read there. */
export const Correction = Type.Union([BlockCorrection, CellCorrection], { title: 'Correction' })
export type Correction = Immutable<Static<typeof Correction>>
export type BlockCorrection = Immutable<Static<typeof BlockCorrection>>
export type CellCorrection = Immutable<Static<typeof CellCorrection>>

/** The place of a correction as one text: that of no other place. */
export const placeOfCorrection = (correction: BlockPlace | CellPlace): string =>
  'block' in correction
    ? JSON.stringify([correction.block])
    : JSON.stringify([correction.table, correction.row, correction.column])

type BlockPlace = Pick<BlockCorrection, 'block'>
type CellPlace = Pick<CellCorrection, 'table' | 'row' | 'column'>
