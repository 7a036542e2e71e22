import { type JobStatus, jobStatuses, limits } from '@polyparse/contract'
import type { AdminJob, AdminJobDetail, AdminWebhook } from '@polyparse/contract/admin'
import type { Command } from 'commander'
import { CliError } from './cli-error.ts'
import { withOperator } from './connect.ts'
import type { Invocation } from './invocation.ts'
import { idArgument, jsonOption, statusOption, wholeNumberOption, type JsonOption } from './options.ts'
import { print, readableTime, tableOr, formatTable } from './output.ts'
export const addJobCommands = (program: Command, invocation: Invocation): void => {
  const jobs = program.command('jobs').description('manage the jobs of all accounts')

  jobs
    .command('list')
    .description('list the newest jobs')
    .option('--status <status>', `only jobs with this status: ${jobStatuses.join(', ')}`, statusOption)
    .option(
      '--limit <number>',
      `the maximum number of jobs (default: ${limits.listSize.default})`,
      wholeNumberOption(1, limits.listSize.maximum),
    )
    .option(...jsonOption)
    .action(async ({ status, limit, json }: { status?: JobStatus; limit?: number } & JsonOption) => {
      const query = { ...(status !== undefined && { status }), ...(limit !== undefined && { limit }) }
      const { jobs: list } = await withOperator(invocation, (operator) => operator.listJobs(query))
      print(invocation, { jobs: list }, { json }, () =>
        tableOr('No jobs found.', jobTableHeadings, list.map(rowOfAdminJob)),
      )
    })

  jobs
    .command('show')
    .description('show a job and the runs of its providers')
    .argument('<id>', 'the id of the job', idArgument)
    .option(...jsonOption)
    .action(async (id: string, { json }: JsonOption) => {
      const job = requireAdminJob(await withOperator(invocation, (operator) => operator.readJob({ id })), id)
      print(invocation, job, { json }, () => describeAdminJob(job))
    })

  jobs
    .command('cancel')
    .description('cancel an unfinished job, which ends as failed')
    .argument('<id>', 'the id of the job', idArgument)
    .option(...jsonOption)
    .action(async (id: string, { json }: JsonOption) => {
      const outcome = requireAdminJob(await withOperator(invocation, (operator) => operator.cancelJob({ id })), id)
      if (!outcome.cancelled) throw new CliError(`The job ${id} has already ended.`)
      print(invocation, outcome, { json }, () => `The job ${id} is cancelled.`)
    })

  jobs
    .command('retry')
    .description('run a job again that has failed or whose stored result is damaged; vendors may charge again')
    .argument('<id>', 'the id of the job', idArgument)
    .option(...jsonOption)
    .action(async (id: string, { json }: JsonOption) => {
      const { refusal, ...job } = requireAdminJob(
        await withOperator(invocation, (operator) => operator.retryJob({ id })),
        id,
      )
      if (refusal !== null) throw new CliError(`The job ${id} was not retried. ${refusal}`)
      print(invocation, job, { json }, () => `The job ${id} is ${job.status} again.`)
    })
}

const requireAdminJob = <Value>(value: Value | null, id: string): Value => {
  if (value === null) throw new CliError(`There is no job with the id ${id}.`)
  return value
}

const jobTableHeadings = ['ID', 'ACCOUNT', 'STATUS', 'OPERATION', 'CREATED', 'ENDED', 'SOURCE']

const rowOfAdminJob = (job: AdminJob): string[] => [
  job.id,
  job.account,
  job.status,
  job.operation,
  readableTime(job.createdAt),
  readableTime(job.completedAt),
  job.source ?? '-',
]

const describeAdminJob = (job: AdminJobDetail): string => {
  const facts = [
    ['id', job.id],
    ['account', job.account],
    ['status', job.status],
    ...(job.resultDamaged ? [['result', 'missing or damaged']] : []),
    ...(job.retries > 0 ? [['retries', String(job.retries)]] : []),
    ...(job.error === null ? [] : [['error', job.error]]),
    ['operation', job.operation],
    ['source', job.source ?? '-'],
    ['created', readableTime(job.createdAt)],
    ['started', readableTime(job.startedAt)],
    ['ended', readableTime(job.completedAt)],
    ...(job.webhook === null ? [] : [['webhook', describeWebhook(job.webhook)]]),
  ]
  const runs = job.runs.map((run) => [
    run.provider,
    run.status,
    String(run.attempt),
    readableTime(run.startedAt),
    readableTime(run.endedAt),
    run.error === null ? '-' : `${run.error.code}: ${run.error.message}`,
  ])
  const runHeadings = ['PROVIDER', 'STATUS', 'ATTEMPT', 'STARTED', 'ENDED', 'ERROR']
  return `${formatTable(facts)}\n\n${formatTable([runHeadings, ...runs])}`
}

const describeWebhook = ({ status, attempts, failure }: AdminWebhook): string => {
  const words = { due: 'not delivered yet', delivered: 'delivered', given_up: 'given up' }[status]
  const tried = `${words}, ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`
  return failure === null ? tried : `${tried}: ${failure}`
}
