import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hardened, runContainer, type Test } from './container.ts'
import { run } from './programs.ts'

const packages = fileURLToPath(new URL('../../../../', import.meta.url))

/** Who the service may be inside of a container: the user of the image, and root without capabilities. */
export const insideUsers = [65_532, 0] as const
type InsideUser = (typeof insideUsers)[number]

/** A data directory of this user for a container, with the hostile program in it. */
const makeAttackedData = async (test: Test, user: InsideUser): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'polyparse-attacked-'))
  test.after(() => rm(folder, { recursive: true }))
  for (const name of ['program', 'data', 'spool']) await mkdir(join(folder, name))
  const source = join(packages, 'sandbox/test/support/hostile.c')
  await run('cc', ['-static', '-o', join(folder, 'program/hostile'), source])
  await writeFile(join(folder, 'data/secret'), 'a secret', { mode: 0o600 })
  for (const name of ['.', 'data', 'data/secret', 'spool']) await chown(join(folder, name), user, user)
  await chmod(folder, 0o700)
  return folder
}

/**
 * Runs a program of the tests of `packages/sandbox` with the Node and the packages of the image, as the service would
 * run; returns the values that it prints, a line of JSON each.
 */
export const attackIn = async <Line>(
  test: Test,
  { image, user, program }: { image: string; user: InsideUser; program: string },
): Promise<readonly Line[]> => {
  const data = await makeAttackedData(test, user)
  const code = {
    [join(packages, 'sandbox/test')]: '/app/packages/sandbox/test',
    [join(packages, 'test-support')]: '/app/packages/test-support',
    [join(import.meta.dirname, 'published-code.ts')]: '/published-code.ts',
  }
  const volumes = [`${data}:/data`, ...Object.entries(code).map(([from, to]) => `${from}:${to}:ro`)]
  const options = [
    ...hardened,
    `--user=${user}`,
    '--network=none',
    ...volumes.map((volume) => `--volume=${volume}`),
    '--entrypoint=node',
  ]
  const path = `/app/packages/sandbox/test/fixtures/${program}`
  const output = await runContainer(image, options, ['--import=/published-code.ts', path, '/data'])
  return output.split('\n').map((line): Line => JSON.parse(line))
}
