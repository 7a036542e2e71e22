import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'

/**
 * The URL of a module as a file in this directory would import it: a path that begins with a dot, or a package.
 * @example resolveModule('./line-printer.js', '/srv/parsers') // 'file:///srv/parsers/line-printer.js'
 */
export const resolveModule = (specifier: string, directory: string): string => {
  const parentURL = pathToFileURL(`${directory}/`).href
  const hooks = registerHooks({ resolve: (name, context, next) => next(name, { ...context, parentURL }) })
  try {
    return import.meta.resolve(specifier)
  } finally {
    hooks.deregister()
  }
}
