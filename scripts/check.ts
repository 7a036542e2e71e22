import { availableParallelism } from 'node:os'
import { installPeers } from '../test/peers/install-peers.ts'
import { runProgram } from './run-program.ts'

/**
 * `npm run check`: finds everything that is wrong with the code without running it. All steps run, whatever they find.
 */
type Step = {
  readonly name: string
  readonly command: readonly string[]
  /** Matches the output if the checker looked at anything at all: a checker that saw nothing fails. */
  readonly sees: RegExp
  /** Lines that are part of `sees` and not worth showing. */
  readonly hides?: RegExp
}

const steps: readonly Step[] = [
  {
    // It knows the types of every file, by the nearest tsconfig.json: `tsc` beside it would find out the same again.
    name: 'types and lint',
    command: ['npm', 'run', '--silent', 'lint'],
    sees: / on [1-9]\d{3,} files /,
  },
  {
    name: 'format',
    command: ['oxfmt', '--check'],
    sees: / on [1-9]\d{2,} files /,
  },
  {
    name: 'dead code',
    // It is silent when all is well, but for the times that it took, which say how many files it has read.
    command: ['knip', '--no-progress', '--no-config-hints', '--performance'],
    sees: /^getImportsAndExports +\d{4,} /m,
    hides: /^(?:Name +size|-+ |\w.* +\d+(?: +\d+\.\d\d){4} +\d+%$|Total running time|$)/,
  },
  {
    name: 'names',
    command: ['node', 'scripts/check-names.ts'],
    sees: /^\d{5,} definitions/m,
  },
  {
    name: 'generated files',
    command: ['node', 'packages/service/scripts/generate-docs.ts', '--check'],
    sees: /^docs\/openapi\.json is up to date$/m,
  },
  {
    name: 'OpenAPI document',
    command: ['test/peers/node_modules/.bin/redocly', 'lint', 'docs/openapi.json'],
    sees: /Your API description is valid/,
  },
  {
    name: 'lock file',
    command: ['npm', 'ci', '--dry-run', '--loglevel', 'notice'],
    sees: /up to date|(?:added|removed|changed) \d+ packages?/,
  },
]

/** No checker has a reason to report its use to anybody. */
const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1', FORCE_COLOR: '0' }

const check = async ({ name, command, sees, hides }: Step): Promise<boolean> => {
  const { succeeded, output, seconds } = await runProgram(command, quiet)
  const sawSomething = sees.test(output)
  const passed = succeeded && sawSomething
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${name.padEnd(24)} ${seconds.toFixed(1).padStart(5)} s`)
  if (passed) return true
  const lines = output.split('\n').filter((line) => hides?.test(line) !== true)
  if (succeeded) lines.push(`It found nothing wrong, but there is no sign that it looked (${String(sees)}).`)
  console.log(`${lines.join('\n').trim().replaceAll(/^/gm, '       ')}\n`)
  return false
}

// The types of what tests import, and a checker.
await installPeers()
const waiting = [...steps]
const outcomes: boolean[] = []
const workOff = async () => {
  for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) outcomes.push(await check(step))
}
await Promise.all(Array.from({ length: availableParallelism() }, workOff))
if (outcomes.length !== steps.length || outcomes.includes(false)) process.exitCode = 1
