import type { Layers } from '@polyparse/sandbox'

/**
 * Returns what native code may still do that a document has taken over, for the log. docs/use/security.md says which of it is
 * open where.
 */
export const openToNativeCode = ({ network, files, processes, user, systemCalls, dataBytes }: Layers): string[] => [
  ...(network ? [] : ['connect to every address that this machine reaches']),
  ...(files ? [] : ['read and write what the user of the service may']),
  ...(processes ? [] : ['read, trace and signal other processes of its user, and outlive its engine']),
  ...(systemCalls ? [] : ['start processes, share memory with them, and make every system call']),
  ...(user ? [] : ['use up what the kernel counts for the user of the service']),
  ...(dataBytes === null ? ['take more memory than a document may have until that is noticed'] : []),
]
