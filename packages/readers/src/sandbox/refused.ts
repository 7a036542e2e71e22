/** What is in no module and reaches out of the process, or into Node; some of it only in some versions. */

export const globals: readonly string[] = ['EventSource', 'WebSocket', 'fetch', 'localStorage', 'sessionStorage']

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
