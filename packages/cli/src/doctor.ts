import { maxFindings, type Diagnosis, type DoctorFinding } from '@polyparse/contract/admin'
import type { Command } from 'commander'
import { checks, deepChecks, type Operator } from '@polyparse/service/administration'
import { CliError, ReportedFailureError } from './cli-error.ts'
import { withOperator } from './connect.ts'
import type { Invocation } from './invocation.ts'
import { jsonOption, type JsonOption } from './options.ts'
import { print, notify, formatTable } from './output.ts'

type DoctorOptions = { readonly repair?: boolean; readonly deep?: boolean } & JsonOption

export const addDoctorCommand = (program: Command, invocation: Invocation): void => {
  program
    .command('doctor')
    .description('check for lost, damaged or left-over data; exits with 1 if problems remain')
    .option('--repair', 'repair what can be repaired')
    .option('--deep', 'also read every stored document and result and compare it with its hash')
    .option(...jsonOption)
    .action(async ({ repair = false, deep = false, json }: DoctorOptions) => {
      const diagnoses = await withOperator(invocation, async (operator) => {
        const all: Diagnosis[] = []
        for (const { name, right } of deep ? [...checks, ...deepChecks] : checks) {
          notify(invocation, right)
          all.push(await diagnoseWhole(operator, { check: name, repair }))
        }
        return all
      })
      const healthy = diagnoses.every(({ found, repaired }) => found === repaired)
      print(
        invocation,
        { healthy, checks: diagnoses.map(({ next: _next, ...diagnosis }) => diagnosis) },
        { json },
        () =>
          [formatTable([doctorTableHeadings, ...diagnoses.map(rowOfDiagnosis)]), ...details(diagnoses)].join('\n\n'),
      )
      if (!healthy) throw new ReportedFailureError('something is not healthy')
    })
}

/** All portions of a check, together. */
const diagnoseWhole = async (
  operator: Operator,
  body: { readonly check: string; readonly repair: boolean },
): Promise<Diagnosis> => {
  let whole: Diagnosis | null = null
  do {
    const after: string | null = whole?.next ?? null
    const portion = await operator.diagnose({ ...body, ...(after !== null && { after }) })
    if (portion === null) throw new CliError(`The service runs another version, which has no check ${body.check}.`)
    whole = whole === null ? portion : together(whole, portion)
  } while (whole.next !== null)
  return whole
}

const together = (one: Diagnosis, other: Diagnosis): Diagnosis => ({
  ...other,
  found: one.found + other.found,
  repaired: one.repaired + other.repaired,
  examples: [...one.examples, ...other.examples].slice(0, 3),
  findings: [...one.findings, ...other.findings].slice(0, maxFindings),
})

const doctorTableHeadings = ['CHECK', 'PROBLEMS', 'REPAIRED', 'EXAMPLES']

const rowOfDiagnosis = ({ name, found, repaired, examples }: Diagnosis): string[] => [
  name,
  String(found),
  String(repaired),
  examples.length === 0 ? '-' : examples.join(' '),
]

const damagedResult: ReadonlySet<DoctorFinding['code']> = new Set([
  'result_missing',
  'result_wrong_size',
  'result_changed',
])

const details = (diagnoses: readonly Diagnosis[]): string[] => {
  const findings = diagnoses.flatMap((diagnosis) => diagnosis.findings)
  if (findings.length === 0) return []
  const list = findings.map(({ code, id, repaired }) => [code, repaired ? 'yes' : 'no', id])
  const advice =
    'A damaged result cannot be restored by the doctor. If its document is at a URL, `polyparse jobs retry ID` parses it again.'
  return [
    formatTable([['PROBLEM', 'REPAIRED', 'WHERE'], ...list]),
    ...(findings.some(({ code }) => damagedResult.has(code)) ? [advice] : []),
  ]
}
