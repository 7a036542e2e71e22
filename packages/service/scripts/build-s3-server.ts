import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { builtServer, serverModule } from '../test/support/s3-server.ts'

/**
 * Builds the S3 server of the tests with Go, once per machine, into a folder of the user's cache; this takes some
 * minutes. It is not part of the product.
 */
const build = async (): Promise<void> => {
  const folder = dirname(builtServer)
  await mkdir(folder, { recursive: true })
  const aside = await mkdtemp(join(folder, 'build-'))
  try {
    const { status, error } = spawnSync('go', ['install', '-trimpath', '-ldflags=-s -w', serverModule], {
      stdio: 'inherit',
      env: { ...process.env, GOBIN: aside, CGO_ENABLED: '0' },
    })
    if (status !== 0) throw new Error('Go could not build the S3 server', { cause: error })
    await rename(join(aside, 'versitygw'), builtServer)
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}

if (!existsSync(builtServer)) await build()
console.log(builtServer)
