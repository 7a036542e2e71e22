import { everyOutput, type VendorDeclaration } from '../../../vendor.ts'
import { documentModelSettings } from '../documents/settings.ts'

export const geminiDeclaration = {
  id: 'gemini',
  name: 'Gemini',
  capabilities: {
    execution: 'async',
    features: ['blocks', 'page-selection', 'handwriting'],
    outputs: everyOutput.filter((output) => output !== 'images'),
  },
  settings: documentModelSettings({
    id: 'gemini',
    prefix: 'GEMINI',
    baseUrl: 'https://generativelanguage.googleapis.com',
    maxPages: 100,
    maxTokens: '32000',
  }),
  needs: ['key', 'model'],
  price: { perPage: 0.005 },
  whenUnknown: 'retry',
} as const satisfies VendorDeclaration
