/** The path of a request target, without query; also where the target is in absolute form (RFC 9112, 3.2.2). */
export const pathOf = (target: string): string => {
  const [path = ''] = target.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1)
  return path === '' ? '/' : path
}
