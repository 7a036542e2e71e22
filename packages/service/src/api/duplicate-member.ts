type Container = {
  /** The names seen so far; null in a list. */
  readonly names: Set<string> | null
  /** The member whose value is being read; null where a name comes next, and in a list. */
  name: string | null
}

/**
 * The path of the first member that occurs twice in one object, or null. `JSON.parse` silently uses the last one. The
 * text must be well-formed JSON.
 */
export const duplicateMember = (text: string): string[] | null => {
  const containers: Container[] = []
  for (let index = 0; index < text.length; index += 1) {
    const inside = containers.at(-1)
    switch (text.charAt(index)) {
      case '{':
        containers.push({ names: new Set(), name: null })
        break
      case '[':
        containers.push({ names: null, name: null })
        break
      case '}':
      case ']':
        containers.pop()
        break
      case ',':
        if (inside !== undefined) inside.name = null
        break
      case '"': {
        const end = endOfString(text, index)
        if (inside !== undefined && inside.names !== null && inside.name === null) {
          const name: unknown = JSON.parse(text.slice(index, end + 1))
          inside.name = String(name)
          if (inside.names.has(inside.name)) return pathTo(containers)
          inside.names.add(inside.name)
        }
        index = end
        break
      }
      default:
    }
  }
  return null
}

const pathTo = (containers: readonly Container[]): string[] => containers.flatMap(({ name }) => name ?? [])

/** Where the string ends that begins here: at the next quote with an even number of backslashes before it. */
const endOfString = (text: string, start: number): number => {
  for (let quote = text.indexOf('"', start + 1); ; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0
    while (text[quote - 1 - backslashes] === '\\') backslashes += 1
    if (backslashes % 2 === 0) return quote
  }
}
