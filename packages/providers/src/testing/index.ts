/**
 * The tests that every provider passes, for the authors of providers: run them with `node --test`, against a fake of the
 * vendor.
 *
 * @module @polyparse/providers/testing
 */
export { askProvider } from './ask-provider.ts'
export { exerciseAdapter, type AdapterTest } from './exercise-adapter.ts'
export { blocksOfDocument, exerciseProvider, requestFor, type Sample, type Samples } from './exercise-provider.ts'
export { exerciseVendor, pdfSamples } from './exercise-vendor.ts'
export {
  formOf,
  jsonOfRequest,
  notFound,
  openFake,
  type FakeRequest,
  type FakeVendor,
  type SentFormPart,
  type FakeReply,
  type Step,
  type Trouble,
} from './fake.ts'
export { openProvider } from './open-adapter.ts'
export { markdownOf, pagesOf, samplePages, samplePdf, type SampleBlock, type SamplePage } from './sample.ts'
export { suiteSandbox } from './suite-sandbox.ts'
