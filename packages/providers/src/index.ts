/**
 * Everything that an adapter outside of the service needs: what a provider is, and helpers that turn the answers of a
 * vendor into documents. What the service itself lends it, such as HTTP and the sandbox, comes with `create(parts)`.
 *
 * @example
 * import { defineProvider, Type, answerReader, textBlocks } from '@polyparse/providers'
 *
 * @module @polyparse/providers
 */

// The parts of a provider.
export { defineProvider, type CreatedProvider, type ProviderAdapter, type ProviderParts } from './provider-adapter.ts'
export type { DescribedValues, SettingDescription, SettingDescriptions } from './setting-description.ts'
export {
  ProviderFailure,
  type AcceptedWork,
  type DirectProvider,
  type PageAnswers,
  type ParseRequest,
  type ParseSource,
  type Polled,
  type Price,
  type Provider,
  type Reference,
  type RemoteLimits,
  type RemoteProvider,
  type RemoteWork,
  type Submission,
  type Submitted,
  type UnknownSubmission,
} from './provider.ts'
export type { ParsedDocument } from './parsed-document.ts'
export {
  type Block,
  type Document,
  type Page,
  pagesOutOfRange,
  type Picture,
  type Table,
  type Warning,
} from '@polyparse/document'

// Options, and the form of what a vendor answers.
export { Type } from '@polyparse/document/typebox'
export { answerReader, maybe, orNull, unusableAnswer, withKnownOutcome } from './read-answer.ts'
export { vendorOptions } from './vendor-options.ts'
export { formFields, repeated } from './vendor-form.ts'

// Requests.
export { pauseAsked, type VendorAnswer, type VendorBytes, type VendorHttp, type VendorRequest } from './http.ts'
export type { FormPart, VendorBody } from './http-body.ts'
export { VendorAnswerError, vendorProblems, type VendorProblem } from './http-failure.ts'
export { answerOf, refusesNothing } from './vendor-check.ts'
export { everyOutput, neutralSource, pollPauseSeconds } from './vendor.ts'
export { mediaTypesOf, type Extension } from './vendor-media-types.ts'

// Documents before they are sent.
export { originalPage } from './cut-pages.ts'
export type { DrawnPage } from './draw-pages.ts'
export type { Survey } from './survey.ts'

// Answers as documents.
export type { AnswerFacts, AnswerReader } from './answer-reader.ts'
export type { VendorAnswers } from './vendor-answers.ts'
export {
  failedPage,
  meanQuality,
  vendorWarning,
  type Answer,
  type AnswerBlock,
  type AnswerField,
  type AnswerPage,
  type AnswerPicture,
} from './answer.ts'
export { listItem, htmlBlocks, placedTable, plainBlocks, textBlocks, type Place } from './answer-blocks.ts'
export { answerDocument } from './answer-document.ts'
export { wantsPictures } from './answer-pictures.ts'
export { inlinePicture } from './fetch-pictures.ts'
export { inlineOf, tableOf, type FlowTable } from '@polyparse/formats/markup'
