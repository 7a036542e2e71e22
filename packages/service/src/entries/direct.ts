/* Reads documents as a service would, in this process and without jobs. Loads the engines. */
export { RequestProblem } from '../api/problems.ts'
export { openDirectReader, UnreadableDocumentError } from '../service/direct-reader.ts'
