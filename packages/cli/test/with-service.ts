import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { startServer, temporaryPlace, type Server } from '../../service/test/support/server.ts'
import { run, type Ended } from './run.ts'

/** A service for all tests of a file, and a folder in which the commands run. */
export const withService = () => {
  let folder: string
  let data: string
  let server: Server
  const leaving: (() => Promise<unknown>)[] = []
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'polyparse-cli-'))
    leaving.unshift(() => rm(folder, { recursive: true, force: true }))
    const place = await temporaryPlace({ after: (done) => void leaving.unshift(done) })
    data = place.folder
    server = await startServer(place)
    leaving.unshift(() => server.end('SIGTERM'))
  })
  after(async () => {
    for (const leave of leaving) await leave()
  })

  return {
    folder: () => folder,
    /** Where the service keeps its things. */
    data: () => data,
    server: () => server,
    path: (...names: string[]) => join(folder, ...names),
    write: async (name: string, content: string | Uint8Array): Promise<string> => {
      await writeFile(join(folder, name), content)
      return name
    },
    environment: () => ({ POLYPARSE_URL: server.url, POLYPARSE_API_KEY: server.key ?? '' }),
    /** Runs the command in the folder, with the service's address and key in its environment. */
    polyparse: (...argv: string[]): Promise<Ended> =>
      run(argv, { POLYPARSE_URL: server.url, POLYPARSE_API_KEY: server.key ?? '' }, { cwd: folder }),
  }
}
