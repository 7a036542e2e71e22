/** The browser's storage for this page; where storage is blocked, nothing is stored and nothing breaks. */
const areas = {
  /** Lasts until the tab is closed. */
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

/** Returns whether it is stored now: the storage may be full, or blocked. */
export const writeStored = (area: Area, name: string, value: string | null): boolean => {
  try {
    if (value === null) areas[area]().removeItem(`polyparse.${name}`)
    else areas[area]().setItem(`polyparse.${name}`, value)
    return true
  } catch {
    return false
  }
}

/** The names of what is stored, those that begin so. */
export const storedNames = (area: Area, beginning: string): string[] => {
  try {
    const start = `polyparse.${beginning}`
    return Object.keys(areas[area]()).flatMap((name) =>
      name.startsWith(start) ? [name.slice('polyparse.'.length)] : [],
    )
  } catch {
    return []
  }
}
