import { Check } from '@polyparse/document/typebox/schema'
import { hrefOf } from '../routing/route.ts'
import { Preset, toPreset } from './preset.ts'

/** The address of the workbench with the preset in its fragment, which browsers do not send to any server. */
export const linkOfPreset = (origin: string, { name, choices }: Preset): string =>
  `${origin}/${hrefOf([], { preset: encoded(JSON.stringify(toPreset(name, choices))) })}`

/** The preset of a link; null if it holds none, or one of another shape. */
export const presetOf = (text: string): Preset | null => {
  try {
    const value: unknown = JSON.parse(decodePresetText(text))
    return Check(Preset, value) ? toPreset(value.name, value.choices) : null
  } catch {
    return null
  }
}

/** Base64 with the letters that need no escaping in a URL. */
const encoded = (text: string): string => {
  const bytes = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('')
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

const decodePresetText = (text: string): string => {
  const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)))
}
