import { join } from 'node:path'

/*
 * The folders in which a user keeps files of commands, by the XDG Base Directory Specification; null where the
 * environment names no home.
 */

/**
 * @example configFolderOf({ XDG_CONFIG_HOME: '/home/me/.config' }) // '/home/me/.config/polyparse'
 */
export const configFolderOf = (environment: NodeJS.ProcessEnv): string | null =>
  userFolder(environment['XDG_CONFIG_HOME'], environment['HOME'], '.config')

/**
 * @example cacheFolderOf({ XDG_CACHE_HOME: '/home/me/.cache' }) // '/home/me/.cache/polyparse'
 */
export const cacheFolderOf = (environment: NodeJS.ProcessEnv): string | null =>
  userFolder(environment['XDG_CACHE_HOME'], environment['HOME'], '.cache')

const userFolder = (named: string | undefined, home: string | undefined, usual: string): string | null => {
  if (named !== undefined && named !== '') return join(named, 'polyparse')
  return home === undefined || home === '' ? null : join(home, usual, 'polyparse')
}
