import { everyOutput, type VendorDeclaration } from '../../../vendor.ts'
import { documentModelSettings } from '../documents/settings.ts'

export const anthropicDeclaration = {
  id: 'anthropic',
  name: 'Anthropic',
  capabilities: {
    execution: 'async',
    features: ['blocks', 'page-selection', 'handwriting'],
    outputs: everyOutput.filter((output) => output !== 'images'),
  },
  settings: documentModelSettings({
    id: 'anthropic',
    prefix: 'ANTHROPIC',
    baseUrl: 'https://api.anthropic.com',
    maxPages: 100,
    maxTokens: '20000',
  }),
  needs: ['key', 'model'],
  price: { perPage: 0.02 },
  whenUnknown: 'retry',
} as const satisfies VendorDeclaration
