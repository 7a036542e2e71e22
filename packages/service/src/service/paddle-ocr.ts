import { installedModels, paddlePackages } from '@polyparse/readers'
import type { Settings } from '../config.ts'
import { SettingsError } from '../lib/setting.ts'
import { serviceSettings } from '../config/service-settings.ts'
import type { MissingProvider } from '../providers/catalog.ts'
import { createLocalProvider } from '../providers/local-provider.ts'
import { paddleOcr } from '../providers/paddle-ocr/paddle-ocr.ts'
import type { DirectProvider } from '../providers/provider.ts'

type PaddleOcrParts = Parameters<typeof createLocalProvider>[1] & { readonly languagesFolder: string | null }

/**
 * The provider with the second recogniser, where the operator wants it.
 * @throws {SettingsError} that says what to install where it is wanted, and missing.
 */
export const openPaddleOcr = (
  { paddleOcr: wanted }: Pick<Settings, 'paddleOcr'>,
  parts: PaddleOcrParts,
): DirectProvider | MissingProvider => {
  const { id, name, capabilities } = paddleOcr
  const { variable } = serviceSettings.paddleOcr
  if (wanted === 'false') return { id, name, capabilities, missing: variable }
  if (installedModels(parts.languagesFolder) !== null) return createLocalProvider(paddleOcr, parts)
  const message = `needs packages that are not installed: \`npm install --ignore-scripts ${paddlePackages.join(' ')}\``
  throw new SettingsError([{ variable, message }])
}
