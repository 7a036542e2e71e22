import { choice } from '../../setting.ts'
import { everyOutput, type VendorDeclaration } from '../../vendor.ts'
import { operatorBaseUrl, vendorKey } from '../../vendor-settings.ts'

export const doclingServeDeclaration = {
  id: 'docling-serve',
  name: 'Docling Serve',
  capabilities: { execution: 'async', features: ['blocks', 'page-selection'], outputs: everyOutput },
  settings: {
    key: {
      ...vendorKey('DOCLING_SERVE_API_KEY', 'docling-serve'),
      help: 'The key of your docling-serve, if it requires one.',
    },
    baseUrl: operatorBaseUrl(
      'DOCLING_SERVE_URL',
      'The address of your own docling-serve, as in `http://localhost:5001`. Enables the provider `docling-serve`.',
    ),
    modelOptions: {
      variable: 'DOCLING_SERVE_MODEL_OPTIONS',
      ...choice('refuse', 'allow'),
      default: 'refuse',
      help: 'Lets callers choose models of your docling-serve by options with an address, a repository or a configuration (`picture_description_api`, `vlm_pipeline_model_local`, `…_custom_config`): your server then sends pages to that address, or loads that model.',
    },
  },
  needs: ['baseUrl'],
  price: null,
  whenUnknown: 'retry',
} as const satisfies VendorDeclaration
