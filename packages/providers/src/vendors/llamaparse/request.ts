import { wantsPictures } from '../../answer-pictures.ts'
import { rangeText } from '../../page-ranges.ts'
import type { ParseRequest } from '../../provider.ts'
import { withOptions } from '../../options.ts'
import { vendorOptions } from '../../vendor-options.ts'

/** Options that only the service sets, or that would send the document or the result elsewhere. */
const llamaParseReservedOptions = [
  'file_id',
  'source_url',
  'http_proxy',
  'page_ranges',
  'webhook_configurations',
  'webhook_configuration_ids',
]

/** The vendor lists its jobs with their labels: by this one, the work of a submit is found whose answer was lost. */
export const submitLabel = 'polyparse_submit'

/**
 * The body of the submit. Without options, it asks for the vendor's middle tier: `cost_effective`, in its latest
 * version.
 */
export const parseBody = (
  request: ParseRequest,
  { file, pages, token }: { readonly file: string; readonly pages: readonly number[] | null; readonly token: string },
): Readonly<Record<string, unknown>> => {
  const images = wantsPictures(request) ? ['layout'] : []
  const base = { tier: 'cost_effective', version: 'latest', output_options: { images_to_save: images } }
  return {
    ...withOptions(withOptions(base, checkedOptions(request)), { user_metadata: { [submitLabel]: token } }),
    file_id: file,
    ...(pages !== null && { page_ranges: { target_pages: rangeText(pages, 1) } }),
  }
}

export const checkedOptions = (request: ParseRequest): ParseRequest['options'] =>
  vendorOptions(request, llamaParseReservedOptions)
