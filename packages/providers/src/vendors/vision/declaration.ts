import { choice, integerSetting, textSetting } from '../../setting.ts'
import { everyOutput, type VendorDeclaration } from '../../vendor.ts'
import { operatorBaseUrl, tokenPrice, vendorKey } from '../../vendor-settings.ts'
import { profileIds } from './profiles/profiles.ts'

export const visionDeclaration = {
  id: 'vision',
  name: 'Vision model',
  capabilities: {
    execution: 'async',
    features: ['blocks', 'page-selection', 'handwriting'],
    // Models say where pictures are, and give no files of them.
    outputs: everyOutput.filter((output) => output !== 'images'),
  },
  settings: {
    key: { ...vendorKey('VISION_API_KEY', 'vision'), help: 'The key of the endpoint, if it requires one.' },
    baseUrl: operatorBaseUrl(
      'VISION_BASE_URL',
      'The address of an OpenAI-compatible endpoint that sees pictures, as in `http://localhost:8000/v1` (vLLM, SGLang, Ollama, llama.cpp, LM Studio, OpenAI). Enables the provider `vision`, which sends it a picture of each page.',
    ),
    model: {
      variable: 'VISION_MODEL',
      ...textSetting,
      default: '',
      help: 'The name by which the endpoint knows the model.',
    },
    profile: {
      variable: 'VISION_PROFILE',
      ...choice(...profileIds),
      default: 'general',
      help: 'The prompts of the model and the form of its answers; a job can name another one (`providerOptions.vision.profile`).',
    },
    pagesAtOnce: {
      variable: 'VISION_PAGES_AT_ONCE',
      ...integerSetting(1, 64),
      default: '4',
      help: 'The number of pages of a document that the endpoint is asked about at once.',
    },
    inputPrice: tokenPrice(
      'VISION_INPUT_PRICE',
      'US dollars for a million tokens that the endpoint is sent, for the cost in results. Unknown by default.',
    ),
    outputPrice: tokenPrice(
      'VISION_OUTPUT_PRICE',
      'US dollars for a million tokens that the endpoint writes, for the cost in results. Unknown by default.',
    ),
  },
  needs: ['baseUrl', 'model'],
  price: null,
  whenUnknown: 'retry',
} as const satisfies VendorDeclaration
