import type { ChildProcess } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'

export type AnsweringServer = { readonly url: string; end(): void }

/** A server of somebody else's, once it answers at a path of its address; killed if it does not within the time. */
export const answeringServer = async (
  child: ChildProcess,
  { url, path, startMs }: { readonly url: string; readonly path: string; readonly startMs: number },
): Promise<AnsweringServer> => {
  const end = () => void child.kill('SIGKILL')
  for (const late = Date.now() + startMs; !(await answers(`${url}${path}`)); await setTimeout(200)) {
    if (Date.now() < late && child.exitCode === null) continue
    end()
    throw new Error(`${child.spawnfile} does not answer`)
  }
  return { url, end }
}

const answers = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(url)).ok
  } catch {
    return false
  }
}
