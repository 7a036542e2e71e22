import '@polyparse/document/require-node'
export { markupEngines } from './engines.ts'
export { officeMediaTypes } from './office/media-types.ts'
