import { installedModels } from '@polyparse/readers'
import type { Settings } from '../config.ts'
import { SettingsError } from '@polyparse/providers/settings'
import { serviceSettings } from '../config/service-settings.ts'
import type { MissingProvider } from '@polyparse/providers/port'
import { createLocalProvider } from '@polyparse/providers/composition'
import { paddleOcr } from '@polyparse/providers/local'
import type { DirectProvider } from '@polyparse/providers/port'

type PaddleOcrParts = Parameters<typeof createLocalProvider>[1] & { readonly languagesFolder: string | null }

/**
 * The provider that reads by a model of recognition alone, where the operator wants it.
 * @throws {SettingsError} that says what to install where it is wanted, and missing.
 */
export const openPaddleOcr = (
  { paddleOcr: wanted }: Pick<Settings, 'paddleOcr'>,
  parts: PaddleOcrParts,
): DirectProvider | MissingProvider => {
  const { id, name, capabilities } = paddleOcr
  const { variable } = serviceSettings.paddleOcr
  if (wanted === 'false') return { id, name, capabilities, missing: variable }
  if (installedModels(parts.languagesFolder).length > 0) return createLocalProvider(paddleOcr, parts)
  throw new SettingsError([{ variable, message: `needs a model that is not installed: ${howToAddModel}` }])
}

/** The command that installs the smallest model that reads most languages. */
const howToAddModel = '`polyparse models add pp-ocrv6-tiny`'

/** Returns what a service that starts says of the models: which it reads images with, or how to have one. */
export const modelNotice = (languagesFolder: string | null): string => {
  const [best] = installedModels(languagesFolder)
  return best === undefined
    ? `text of images is read by Tesseract alone; ${howToAddModel} reads photographs, receipts and screenshots better`
    : `text of images is read by ${best.model.name} and Tesseract`
}
