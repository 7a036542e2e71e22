import './require-node.ts'
export * from './schema.ts'
export {
  area,
  centre,
  clip,
  compose,
  holds,
  identity,
  mapBox,
  mapCorners,
  mapPoint,
  type Matrix,
  overlap,
  scaleBox,
  toDisplay,
  union,
} from './geometry.ts'
export { correctDocument, faultsOfCorrections } from './corrections/correct-document.ts'
export { documentOfValue } from './corrections/document-of-value.ts'
export { numbersTo } from './numbers-to.ts'
export { blockId, pictureId, tableId } from './model.ts'
export { limitImages, limitRaw } from './outputs/limits.ts'
export { markdown } from './outputs/markdown.ts'
export { render } from './outputs/render.ts'
export { noTextWarnings } from './outputs/no-text.ts'
export { limitWarnings } from './outputs/table-grid.ts'
export { pagesOutOfRange, warning, type WarningCode, warningCodes } from './warnings.ts'
