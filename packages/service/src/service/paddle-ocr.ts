import { installedModels, paddlePackages } from '@polyparse/readers'
import type { Settings } from '../config.ts'
import { SettingsError } from '@polyparse/providers/settings'
import { serviceSettings } from '../config/service-settings.ts'
import type { MissingProvider } from '@polyparse/providers/port'
import { createLocalProvider } from '@polyparse/providers/composition'
import { paddleOcr } from '@polyparse/providers/local'
import type { DirectProvider } from '@polyparse/providers/port'

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
