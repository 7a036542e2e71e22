import { wantsPictures } from '../../answer-pictures.ts'
import type { VendorRequest } from '../../http.ts'
import type { FormPart } from '../../http-body.ts'
import type { ParseRequest, ParseSource } from '../../provider.ts'
import { neutralSource } from '../../vendor.ts'
import { formFields, repeated } from '../../vendor-form.ts'

/** The way in which a server of one generation is asked. */
export type Generation = {
  readonly tasks: string
  readonly health: string
  /** Bytes of a document; undefined if no limit is documented. */
  readonly maxBytes?: number
  /** The path at which documents and results can be deleted; undefined if there is none. */
  readonly files?: string
  /** Options that only the service sets: the form of the result, the pages, and servers that would be asked in turn. */
  readonly refused: readonly string[]
  readonly requestFor: (request: ParseRequest, source: ParseSource) => Pick<VendorRequest, 'query' | 'body'>
}

const file = (source: ParseSource): FormPart => ({ name: 'files', document: neutralSource(source) })

export const generations: Readonly<Record<'3' | '4', Generation>> = {
  // 3.4, `mineru/cli/api_request.py`: options are fields of the form.
  '3': {
    tasks: 'tasks',
    health: 'health',
    refused: [
      'files',
      'server_url',
      'output_dir',
      'start_page_id',
      'end_page_id',
      'response_format_zip',
      'return_md',
      'return_content_list',
      'return_images',
      'return_middle_json',
      'return_model_output',
      'return_original_file',
      'client_side_output_generation',
    ],
    requestFor: (request, source) => {
      const asked = { return_md: false, return_content_list: true, return_images: wantsPictures(request) }
      return { body: { form: [...formFields({ ...request.options, ...asked }, repeated), file(source)] } }
    },
  },
  // 4.0, `mineru/parser/task_api.py`: options are in the query, and the form has nothing but the file.
  '4': {
    tasks: 'v1/tasks',
    health: 'v1/health',
    files: 'v1/files',
    maxBytes: 200 * 1024 * 1024,
    refused: ['files', 'filename', 'sha256sum', 'page_range', 'output_formats'],
    requestFor: ({ options }, source) => ({
      query: {
        ...Object.fromEntries(formFields({ ...options }, repeated).map(({ name, value }) => [name, value])),
        output_formats: 'structured_content',
      },
      body: { form: [file(source)] },
    }),
  },
}
