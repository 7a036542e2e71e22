export {
  type Adapter,
  type AdapterDeclaration,
  type AdapterParts,
  type AdapterValues,
  takesAccountKeys,
} from './adapter.ts'
export { createCatalog, type MissingProvider, type ProviderCatalog } from './catalog.ts'
export type { DrawPageImages, PageImageRequest, PageImages } from './page-image.ts'
export { documentOf, type ParsedDocument } from './parsed-document.ts'
export {
  type AcceptedWork,
  adapterIdOf,
  type DirectProvider,
  isRemote,
  type ModelAnswer,
  type ModelQuestion,
  type ParseRequest,
  type ParseSource,
  type Polled,
  pricePerPage,
  type Provider,
  ProviderFailure,
  type Reference,
  type RemoteCalls,
  type RemoteProvider,
  type Submitted,
} from './provider.ts'
export { someAtOnce } from './some-at-once.ts'
export { keptOrder, orderKept, type ReadAnswerOrder, UnreadAnswer, type UnreadAnswers } from './unread-answer.ts'
