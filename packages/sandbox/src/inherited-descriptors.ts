import { openSync, readdirSync, readFileSync } from 'node:fs'
import type { StdioOptions } from 'node:child_process'

/*
 * Whoever started this process may have left it open files, pipes and sockets, and the system hands them on to every
 * process that this one starts. Node keeps its own from that, and those with low numbers; these here it does not.
 */

/** The standard streams and the channel of a process have so many numbers of their own. */
const own = 4

/** The flag of a descriptor that is closed when another program is started, as Linux writes it: octal. */
const closeOnExec = 0o2000000

/** The numbers of what a process that is started now would inherit beside what it is given; none where that is not known. */
const inheritedDescriptors = (): number[] => {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc/self/fdinfo').flatMap((name): number[] => {
    const number = Number(name)
    if (number < own) return []
    try {
      const flags = /^flags:\s+(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${name}`, 'utf8'))?.[1] ?? '0'
      return (Number.parseInt(flags, 8) & closeOnExec) === 0 ? [number] : []
    } catch {
      // That of the listing itself.
      return []
    }
  })
}

let inherited: readonly number[] | undefined
let nullDeviceDescriptor: number | undefined

/** The streams of a process to be started, of which there are at most four, with nothing in the place of all that it would inherit. */
export const withoutInherited = (streams: readonly ('ignore' | 'pipe')[]): StdioOptions => {
  // Everything that is opened later is kept from others by who opens it.
  inherited ??= inheritedDescriptors()
  if (inherited.length === 0) return [...streams]
  nullDeviceDescriptor ??= openSync('/dev/null', 'r')
  const all: ('ignore' | 'pipe' | number)[] = [...streams]
  while (all.length <= Math.max(...inherited)) all.push('ignore')
  for (const number of inherited) all[number] = nullDeviceDescriptor
  return all
}
