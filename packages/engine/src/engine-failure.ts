/** The reasons an engine gives up, a subset of the failure codes of the service. */
export const engineFailureCodes = [
  'page_out_of_range',
  'document_encrypted',
  'document_damaged',
  'document_empty',
  'too_many_pages',
  'unsupported_option',
  'timeout',
  'out_of_memory',
  'engine_crashed',
] as const
type EngineFailureCode = (typeof engineFailureCodes)[number]

/**
 * Says why an engine could not read a document: a code to decide by, and a sentence for the caller that never contains text
 * of the document. `cause` keeps the original error.
 *
 * @example throw new EngineFailure('document_damaged', 'The document is damaged.', { cause: error })
 */
export class EngineFailure extends Error {
  override readonly name = 'EngineFailure'
  readonly code: EngineFailureCode
  /** True if the cause is not in the document, so that the same request may succeed later. */
  readonly transient: boolean

  constructor(code: EngineFailureCode, message: string, options: { transient?: boolean; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.code = code
    this.transient = options.transient ?? false
  }
}
