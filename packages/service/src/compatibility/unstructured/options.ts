import { type ChunkingOptions, readChunkingOptions } from './chunk-options.ts'
import { choiceOf, refusedField, flagOf, RefusedFormError, refuseFields, type FormFields } from '../refused-form.ts'

/** The options of a request to partition a document. */
export type PartitionOptions = {
  readonly coordinates: boolean
  readonly pageBreaks: boolean
  readonly uniqueIds: boolean
  /** The number of the first page. */
  readonly firstPage: number
  readonly csv: boolean
  /** Null: the elements are answered as they are. */
  readonly chunking: ChunkingOptions | null
}

/**
 * The options of a form; strategies of speed, models and languages are a matter of the provider.
 * @throws {RefusedFormError} for options that would change the elements in a way that is not supported.
 */
export const readPartitionOptions = (fields: FormFields): PartitionOptions => {
  choiceOf(fields, 'strategy', ['auto', 'fast', 'hi_res'])
  refuseFields(fields, ['xml_keep_tags'], ['false'])
  refuseFields(fields, ['extract_image_block_types', 'extract_image_block_types[]'], ['[]'])
  const firstPage = refusedField(fields, 'starting_page_number') ?? '1'
  if (!/^[1-9]\d{0,8}$/.test(firstPage))
    throw new RefusedFormError('starting_page_number must be a whole number from 1')
  return {
    coordinates: flagOf(fields, 'coordinates', false),
    pageBreaks: flagOf(fields, 'include_page_breaks', false),
    uniqueIds: flagOf(fields, 'unique_element_ids', false),
    firstPage: Number(firstPage),
    csv: choiceOf(fields, 'output_format', ['application/json', 'text/csv']) === 'text/csv',
    chunking: readChunkingOptions(fields),
  }
}
