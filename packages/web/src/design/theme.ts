import { useEffect, useState } from 'react'
import { readStored, writeStored } from '../browser/storage.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const stored = (): Theme => themes.find((theme) => theme === readStored('local', 'theme')) ?? 'system'

/** Light, dark, or the system's theme; stored in this browser. */
export const useTheme = (): readonly [Theme, (theme: Theme) => void] => {
  const [theme, setTheme] = useState(stored)
  useEffect(() => {
    const { dataset } = document.documentElement
    if (theme === 'system') delete dataset['theme']
    else dataset['theme'] = theme
    writeStored('local', 'theme', theme)
  }, [theme])
  return [theme, setTheme]
}
