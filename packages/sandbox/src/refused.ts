/**
 * Globals that no module exports and that give access to the outside of the process or the inside of Node; some of them
 * exist only in some versions.
 */

export const globalFunctions: readonly string[] = ['EventSource', 'WebSocket', 'fetch']
export const globalValues: readonly string[] = ['localStorage', 'sessionStorage']

/** Members of `process`. */
export const processMembers: readonly string[] = [
  '_debugEnd',
  '_debugProcess',
  '_getActiveHandles',
  '_getActiveRequests',
  '_linkedBinding',
  'binding',
  'chdir',
  'execve',
  'initgroups',
  'loadEnvFile',
  'report',
  'setegid',
  'seteuid',
  'setgid',
  'setgroups',
  'setuid',
]
