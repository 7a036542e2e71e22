import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/*
 * Builds the S3 server of the tests with Go, once a machine, into a folder of the user's cache, and prints where; it takes
 * some minutes. It is no part of the product. Plain JavaScript, so that it can be built before Node is installed.
 */
const { module } = JSON.parse(readFileSync(new URL('../test/support/s3-server.json', import.meta.url), 'utf8'))
const cache = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache')
const folder = join(cache, 'polyparse-tests', `s3-${module.replace(/^.*@/, '')}`)
const program = join(folder, 'versitygw')

const build = () => {
  mkdirSync(folder, { recursive: true })
  const aside = mkdtempSync(join(folder, 'build-'))
  try {
    // It is built without optimizations: they take longer than they ever save.
    const flags = ['-trimpath', '-ldflags=-s -w', '-gcflags=all=-N -l']
    const env = { ...process.env, GOBIN: aside, CGO_ENABLED: '0' }
    const { status, error } = spawnSync('go', ['install', ...flags, module], { stdio: 'inherit', env })
    if (status !== 0) throw new Error('Go could not build the S3 server', { cause: error })
    renameSync(join(aside, 'versitygw'), program)
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

if (!existsSync(program)) build()
console.log(program)
