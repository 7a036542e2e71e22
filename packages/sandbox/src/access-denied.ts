/** The error of an engine that uses something forbidden; its code is the one of Node's own permissions. */
export const accessDenied = (resource: string): Error =>
  Object.assign(new Error(`An engine has no access to ${resource}`), { code: 'ERR_ACCESS_DENIED', resource })
