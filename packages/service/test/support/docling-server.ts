import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@polyparse/test-support/free-port'
import { type AnsweringServer, answeringServer } from './answering-server.ts'
import { makeEnvironment, pythonObstacle } from './python.ts'
import { cacheFolder } from './test-database/cache.ts'

const version = '1.38.2'
/** It imports its libraries from a disk that may have to fetch them. */
const startMs = 240_000

/** Why a test with docling-serve is skipped where there is none. */
export const doclingMissing = `Python 3.10 or newer, or docling-serve ${version} from PyPI, is missing`

/** The Python of a virtual environment with docling-serve, made once; null where that or Python is missing. */
export const fetchDocling = async (): Promise<string | null> => {
  const path = join(await cacheFolder(), `docling-serve-${version}`)
  const python = join(path, 'bin/python')
  if (existsSync(python)) return python
  if ((await pythonObstacle()) !== null) return null
  try {
    await makeEnvironment(path, [`docling-serve==${version}`])
    return python
  } catch {
    return null
  }
}

/** Runs until `end`, without its page and without any model. */
export const startDocling = async (python: string): Promise<AnsweringServer> => {
  const port = await freePort()
  const options = ['run', '--host', '127.0.0.1', '--port', String(port), '--no-enable-ui']
  const child = spawn(python, ['-m', 'docling_serve', ...options], {
    stdio: 'ignore',
    env: {
      ...process.env,
      HF_HUB_OFFLINE: '1',
      DOCLING_SERVE_ENABLE_REMOTE_SERVICES: 'true',
      DOCLING_SERVE_LOAD_MODELS_AT_BOOT: 'false',
      DOCLING_SERVE_ENG_LOC_NUM_WORKERS: '1',
    },
  })
  return answeringServer(child, { url: `http://127.0.0.1:${port}`, path: '/health', startMs })
}
