import type { Diagnosis } from '@polyparse/contract/admin'
import type { Command } from 'commander'
import { checks } from '../doctor/doctor.ts'
import { CliError } from './cli-error.ts'
import { withOperator } from './connect.ts'
import { jsonOption, type JsonOption } from './options.ts'
import { print, notify, formatTable } from './output.ts'
export const addDoctorCommand = (program: Command, environment: NodeJS.ProcessEnv): void => {
  program
    .command('doctor')
    .description('check for lost or left-over data; exits with 1 if problems remain')
    .option('--repair', 'repair what can be repaired')
    .option(...jsonOption)
    .action(async ({ repair = false, json }: { repair?: boolean } & JsonOption) => {
      const diagnoses = await withOperator(environment, async (operator) => {
        const all: Diagnosis[] = []
        for (const { name, right } of checks) {
          notify(right)
          const diagnosis = await operator.diagnose({ check: name, repair })
          if (diagnosis === null) throw new CliError(`The service runs another version, which has no check ${name}.`)
          all.push(diagnosis)
        }
        return all
      })
      const healthy = diagnoses.every(({ found, repaired }) => found === repaired)
      print({ healthy, checks: diagnoses }, { json }, () => formatTable([headings, ...diagnoses.map(row)]))
      if (!healthy) process.exitCode = 1
    })
}

const headings = ['CHECK', 'PROBLEMS', 'REPAIRED', 'EXAMPLES']

const row = ({ name, found, repaired, examples }: Diagnosis): string[] => [
  name,
  String(found),
  String(repaired),
  examples.length === 0 ? '-' : examples.join(' '),
]
