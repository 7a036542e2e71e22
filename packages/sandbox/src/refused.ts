/**
 * What is not in a module and gives access to something outside the process or inside Node; some of it exists only in
 * some versions.
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
