import type { PageReading } from '@polyparse/contract'
import type { Correction, OutputId } from '@polyparse/document/schema'
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { DatalabAnswerOptions } from '../../compatibility/datalab/options.ts'
import type { ConversionOptions } from '../../compatibility/docling-serve/options.ts'
import type { OcrOptions } from '../../compatibility/mistral/options.ts'
import type { TikaAnswerOptions } from '../../compatibility/tika/tika-answer.ts'
import type { PartitionOptions } from '../../compatibility/unstructured/options.ts'
import type { JobExtraction } from '../../jobs/job.ts'
import type { LookUp } from '../../mcp/look-ups/look-up.ts'

/** The service in whose shape a result is wanted, and what its caller has asked for. */
export type ConversionShape = { readonly filename: string } & (
  | { readonly service: 'openwebui' }
  | { readonly service: 'unstructured'; readonly options: PartitionOptions }
  | { readonly service: 'datalab'; readonly options: DatalabAnswerOptions }
  | { readonly service: 'docling'; readonly options: ConversionOptions }
  | { readonly service: 'mistral'; readonly options: OcrOptions }
  | { readonly service: 'tika'; readonly options: TikaAnswerOptions }
)

/** The corrections of a result, and what the outputs are made of besides. */
export type LayerOverResult = {
  readonly corrections: readonly Correction[]
  /** Those of the result. */
  readonly outputs: readonly OutputId[]
  readonly extraction: JobExtraction | null
}

/** Why the correction at an index does not fit. */
export type CorrectionFault = { readonly index: number; readonly fault: string }

/** The request for a part of the body of a complete job. */
export type ReadingRequest =
  | { readonly kind: 'look-up'; readonly lookUp: LookUp }
  | { readonly kind: 'conversion'; readonly conversion: ConversionShape }
  /** The body is that of the job, or of a provisional page the document that its engine wrote. */
  | { readonly kind: 'page'; readonly page: number; readonly isProvisional: boolean; readonly layer?: LayerOverResult }
  | { readonly kind: 'corrections'; readonly corrections: readonly Correction[] }
  /** The whole body, or one output of it. */
  | { readonly kind: 'corrected'; readonly layer: LayerOverResult; readonly output: OutputId | null }

/**
 * The answer to a {@link ReadingRequest}: that of a tool or the reason why there is none; or a whole document, null
 * where it has no text, or is not corrected.
 */
export type ReadingResult =
  | { readonly kind: 'found'; readonly result: CallToolResult }
  | { readonly kind: 'not_found'; readonly message: string }
  /** null: it is not there. */
  | { readonly kind: 'page'; readonly page: Pick<PageReading, 'markdown' | 'text'> | null }
  | { readonly kind: 'checked'; readonly faults: readonly CorrectionFault[] | 'no_document' }
  | { readonly kind: 'converted'; readonly bytes: Uint8Array<ArrayBuffer> | null }

/** An order to the thread: begin, and the next piece of the body, null at its end. */
export type ReadingOrder =
  | { readonly kind: 'begin'; readonly request: ReadingRequest; readonly isCompressed: boolean }
  | { readonly kind: 'piece'; readonly piece: Uint8Array<ArrayBuffer> | null }

/** An answer of the thread, one for each order. `frames` are the lines of an error's stack, without its message. */
export type ReadingReply =
  | ReadingResult
  | { readonly kind: 'more' }
  | { readonly kind: 'failed'; readonly isTooLarge: boolean; readonly frames: string }
