import { Type } from '@polyparse/document/typebox'
import { Check } from '@polyparse/document/typebox/schema'
import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from '../browser/storage.ts'
import { Preset } from './preset.ts'

const Stored = Type.Object({
  presets: Type.Array(Preset, { maxItems: 200 }),
  /** The name of the one with which the workbench begins. */
  default: Type.Union([Type.String(), Type.Null()]),
})

type StoredPresets = { readonly presets: readonly Preset[]; readonly default: string | null }

const presetStorageName = 'presets'

const loadStoredPresets = (): StoredPresets => {
  try {
    const stored: unknown = JSON.parse(readStored('local', presetStorageName) ?? 'null')
    return Check(Stored, stored) ? stored : { presets: [], default: null }
  } catch {
    return { presets: [], default: null }
  }
}

let current = loadStoredPresets()
const presetListeners = new Set<() => void>()

const changeStoredPresets = (next: StoredPresets): void => {
  current = next
  writeStored('local', presetStorageName, JSON.stringify(next))
  for (const listener of presetListeners) listener()
}

/** Replaces one of the same name. */
export const storePreset = (preset: Preset): void =>
  changeStoredPresets({
    ...current,
    presets: [...current.presets.filter(({ name }) => name !== preset.name), preset].toSorted((one, other) =>
      one.name.localeCompare(other.name),
    ),
  })

export const removePreset = (name: string): void =>
  changeStoredPresets({
    presets: current.presets.filter((each) => each.name !== name),
    default: current.default === name ? null : current.default,
  })

export const renamePreset = (preset: Preset, name: string): void => {
  const wasDefault = current.default === preset.name
  removePreset(preset.name)
  storePreset({ ...preset, name })
  if (wasDefault) chooseDefault(name)
}

export const chooseDefault = (name: string | null): void => changeStoredPresets({ ...current, default: name })

export const defaultPreset = (): Preset | null => current.presets.find(({ name }) => name === current.default) ?? null

const subscribeToPresets = (listener: () => void): (() => void) => {
  presetListeners.add(listener)
  return () => presetListeners.delete(listener)
}

export const usePresets = (): StoredPresets => useSyncExternalStore(subscribeToPresets, () => current)
