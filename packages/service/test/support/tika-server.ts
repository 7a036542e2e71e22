import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtempDisposable, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@polyparse/test-support/free-port'
import { type AnsweringServer, answeringServer } from './answering-server.ts'
import { cacheFolder } from './test-database/cache.ts'

const execute = promisify(execFile)

const version = '3.1.0'
const startMs = 60_000

/** Why a test with Tika is skipped where there is none. */
export const tikaMissing = `Java, or Tika ${version} from Maven Central, is missing`

/** The server of Tika, fetched from Maven Central once; null where that or Java is missing. */
export const fetchTika = async (): Promise<string | null> => {
  const cache = await cacheFolder()
  const name = `tika-server-standard-${version}.jar`
  const place = join(cache, name)
  await using folder = await mkdtempDisposable(`${place}-`)
  try {
    await execute('java', ['-version'])
    if (existsSync(place)) return place
    const artifact = `org.apache.tika:tika-server-standard:${version}`
    const goal = 'org.apache.maven.plugins:maven-dependency-plugin:2.8'
    await execute('mvn', ['--batch-mode', '--quiet', `${goal}:get`, `-Dartifact=${artifact}`, '-Dtransitive=false'])
    const copied = [`-Dartifact=${artifact}`, `-DoutputDirectory=${folder.path}`]
    await execute('mvn', ['--batch-mode', '--quiet', `${goal}:copy`, ...copied])
    await rename(join(folder.path, name), place)
    return place
  } catch {
    return null
  }
}

/** Runs until `end`. */
export const startTika = async (jar: string): Promise<AnsweringServer> => {
  const port = await freePort()
  const child = spawn('java', ['-jar', jar, '--host', '127.0.0.1', '--port', String(port)], { stdio: 'ignore' })
  return answeringServer(child, { url: `http://127.0.0.1:${port}`, path: '/version', startMs })
}
