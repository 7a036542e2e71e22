/* Adapters that tests of the service hold against a real server, and readers that they give its own answers to. */

export { datalabReader } from '../../src/vendors/datalab/datalab-reader.ts'
export { doclingServe } from '../../src/vendors/docling-serve/docling-serve.ts'
export { doclingServeReader } from '../../src/vendors/docling-serve/docling-serve-reader.ts'
export { tika } from '../../src/vendors/tika/tika.ts'
