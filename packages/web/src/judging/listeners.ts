const judgementListeners = new Set<() => void>()

/** Tells all that something has changed, also in another tab. */
export const noteChange = (): void => {
  for (const listener of judgementListeners) listener()
}

export const onStored = (listener: () => void): (() => void) => {
  judgementListeners.add(listener)
  return () => judgementListeners.delete(listener)
}
