import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startedModule } from '@polyparse/document/started-module'
import { Type } from '@polyparse/document/typebox'
import { Compile } from '@polyparse/document/typebox/compile'
import { codeFolders } from '../permissions.ts'
import { makeSpoolFolder, removeSpoolFolder } from '../spool.ts'
import type { Confinement } from './confinements.ts'
import { giveBackUser, takeUser } from './users.ts'

const execute = promisify(execFile)
const probe = startedModule(import.meta.filename, 'probe')
const probeMs = 10_000

/** The attempts with which a process succeeded: none of them must be possible, except `document`, which must be. */
export type Reach = {
  readonly document: boolean
  readonly files: boolean
  readonly writing: boolean
  readonly network: boolean
  readonly processes: boolean
  readonly systemCalls: boolean
  readonly memory: boolean
}
const flag = Type.Boolean()
const reaches = Compile(
  Type.Object({
    document: flag,
    files: flag,
    writing: flag,
    network: flag,
    processes: flag,
    systemCalls: flag,
    memory: flag,
  }),
)

/** Starts the probe in a confinement; `reach` is null if it cannot even start there, or is too late. Never rejects. */
export const prove = async (
  confinement: Confinement,
  { spoolDirectory, dataBytes }: { readonly spoolDirectory: string; readonly dataBytes: number },
): Promise<{ readonly reach: Reach | null; readonly isLate: boolean }> => {
  const nothing = { reach: null, isLate: false }
  const made: string[] = []
  const server = createServer((socket) => socket.destroy())
  // It waits for its input to end, or for the probe to reach it.
  const stranger = spawn('/bin/sh', ['-c', 'read line'], { env: {}, stdio: ['pipe', 'ignore', 'ignore'] })
  stranger.on('error', () => {})
  let user: number | null = null
  try {
    if (stranger.pid === undefined) return nothing
    if (confinement.hasOwnUser) user = takeUser()
    const [own, other] = [await makeSpoolFolder(spoolDirectory, user), await makeSpoolFolder(spoolDirectory, null)]
    made.push(own, other)
    const [allowed, forbidden] = [join(own, 'probe'), join(other, 'probe')]
    await Promise.all([allowed, forbidden].map((path) => writeFile(path, 'probe')))
    const readable = [...codeFolders(), own]
    const [command, ...rest] = [...confinement.command(readable, user), process.execPath, probe]
    const port = await listen(server)
    const values = [allowed, forbidden, port, stranger.pid, dataBytes + 64 * 1024 ** 2].map(String)
    const { stdout } = await execute(command, [...rest, ...values], {
      env: {},
      timeout: probeMs,
      killSignal: 'SIGKILL',
    })
    const found: unknown = JSON.parse(stdout)
    if (!reaches.Check(found)) return nothing
    return { reach: { ...found, processes: found.processes || stranger.signalCode !== null }, isLate: false }
  } catch (error) {
    return { reach: null, isLate: error instanceof Error && 'killed' in error && error.killed === true }
  } finally {
    server.close()
    stranger.kill('SIGKILL')
    if (user !== null) giveBackUser(user)
    await Promise.all(made.map(removeSpoolFolder)).catch(() => {})
  }
}

const listen = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return address !== null && typeof address === 'object' ? address.port : 0
}
