import {
  type Immutable,
  nullable,
  OutlineEntry,
  Page,
  PageNumber,
  Picture,
  DocumentMetadata,
  Warning,
} from '@polyparse/document/schema'
import { type Static, Type } from '@polyparse/document/typebox'

/*
 * The results of tasks other than reading, by the schemas that they are checked by when they come out of a sandbox. Each
 * task is an engine, because opening a hostile document belongs there.
 */

/** A page's size as it is displayed, in points; null for a damaged page. */
const PageSize = Type.Pick(Page, ['number', 'width', 'height', 'rotation'])

/**
 * The facts about a PDF or an image that are available without reading it: on all of its pages, whichever are
 * requested.
 */
export const SurveyResult = Type.Object({
  metadata: DocumentMetadata,
  pages: Type.Array(PageSize),
  outline: Type.Array(OutlineEntry),
  warnings: Type.Array(Warning),
})
export type SurveyResult = Immutable<Static<typeof SurveyResult>>

/** The selected pages as a PDF of their own, which needs no password. */
export const CutResult = Type.Object({ pdf: Picture.properties.data, warnings: Type.Array(Warning) })
export type CutResult = Immutable<Static<typeof CutResult>>

/** The selected pages as pictures, each with the text of its text layer, which may be empty or wrong. */
export const DrawResult = Type.Object({
  pages: Type.Array(
    Type.Object({
      number: PageNumber,
      text: Type.String(),
      /** Null where the page could not be drawn. */
      picture: nullable(Type.Pick(Picture, ['mimeType', 'width', 'height', 'data'])),
    }),
  ),
  warnings: Type.Array(Warning),
})
export type DrawResult = Immutable<Static<typeof DrawResult>>
