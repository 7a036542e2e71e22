/** The browser's storage for this page; where storage is blocked, nothing is stored and nothing breaks. */
const areas = {
  /** Until the tab is closed. */
  session: () => sessionStorage,
  /** Across visits. */
  local: () => localStorage,
}

type Area = keyof typeof areas

export const readStored = (area: Area, name: string): string | null => {
  try {
    return areas[area]().getItem(`polyparse.${name}`)
  } catch {
    return null
  }
}

export const writeStored = (area: Area, name: string, value: string | null): void => {
  try {
    if (value === null) areas[area]().removeItem(`polyparse.${name}`)
    else areas[area]().setItem(`polyparse.${name}`, value)
  } catch {
    // Full, or blocked.
  }
}
