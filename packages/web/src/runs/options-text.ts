import { withoutSecrets } from '../request/secrets.ts'
import type { RememberedJob } from '../job-data/remembered.ts'

/**
 * Returns what a provider was asked for besides the outputs: `pages: 1, 2, ocr: true`. '' for nothing; null if it is not
 * known, because another tab or program has created the job: the service keeps no options.
 */
export const optionsText = (remembered: RememberedJob | undefined, provider: string): string | null => {
  const parameters = remembered?.parameters
  if (parameters === undefined) return null
  const { pages, providerOptions = {} } = parameters
  const options = Object.entries(withoutSecrets(providerOptions[provider] ?? {}))
  return [...(pages === undefined ? [] : [['pages', pages] as const]), ...options]
    .map(([name, value]) => `${name}: ${textOfOptionValue(value)}`)
    .join(', ')
}

const textOfOptionValue = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(textOfOptionValue).join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
