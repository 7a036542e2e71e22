/* Adapters that tests of the service hold against a real server. */

export { doclingServe } from '../../src/vendors/docling-serve/docling-serve.ts'
export { doclingServeReader } from '../../src/vendors/docling-serve/docling-serve-reader.ts'
export { tika } from '../../src/vendors/tika/tika.ts'
