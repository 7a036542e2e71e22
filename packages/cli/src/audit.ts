import { type AuditAction, auditActions, type AuditEntry, type AuditQuery } from '@polyparse/contract/audit'
import { limits } from '@polyparse/contract'
import { type Command, InvalidArgumentError } from 'commander'
import { withOperator } from './connect.ts'
import type { Invocation } from './invocation.ts'
import { jsonOption, nameOption, timeOption, wholeNumberOption, type JsonOption } from './options.ts'
import { print, readableTime, tableOr } from './output.ts'

type AuditOptions = {
  account?: string
  action?: AuditAction
  target?: string
  since?: string
  until?: string
}

export const addAuditCommands = (program: Command, invocation: Invocation): void => {
  const audit = program.command('audit').description('see who did what to which account, key or job')

  filtered(audit.command('list'))
    .description('list the entries of the audit log, newest first')
    .option(
      '--limit <number>',
      `how many at most (default: ${limits.auditListSize.default})`,
      wholeNumberOption(1, limits.auditListSize.maximum),
    )
    .option(...jsonOption)
    .action(async ({ limit, json, ...options }: AuditOptions & { limit?: number } & JsonOption) => {
      const query = { ...queryOfAudit(options), ...(limit !== undefined && { limit }) }
      const { entries } = await withOperator(invocation, (operator) => operator.listAudit(query))
      print(invocation, { entries }, { json }, () =>
        tableOr('Nothing has been recorded.', auditTableHeadings, entries.map(rowOfAuditEntry)),
      )
    })

  filtered(audit.command('export'))
    .description('print all entries, newest first, as JSON: an object on each line')
    .action(async (options: AuditOptions) => {
      await withOperator(invocation, async (operator) => {
        const query = { ...queryOfAudit(options), limit: limits.auditListSize.maximum }
        let page = await operator.listAudit(query)
        for (;;) {
          for (const entry of page.entries) invocation.stdout.write(`${JSON.stringify(entry)}\n`)
          if (page.nextCursor === null) return
          page = await operator.listAudit({ ...query, cursor: page.nextCursor })
        }
      })
    })
}

const filtered = (command: Command): Command =>
  command
    .option('--account <name>', 'only about this account', nameOption)
    .option('--action <action>', `only one of ${auditActions.join(', ')}`, auditActionOption)
    .option('--target <id>', 'only about the key, job or session with this id')
    .option('--since <time>', 'only from this time on, an ISO 8601 date or time', timeOption)
    .option('--until <time>', 'only before this time', timeOption)

const auditActionOption = (text: string): AuditAction => {
  const action = auditActions.find((each) => each === text)
  if (action === undefined) throw new InvalidArgumentError(`It must be one of ${auditActions.join(', ')}.`)
  return action
}

const queryOfAudit = ({ account, action, target, since, until }: AuditOptions): AuditQuery => ({
  ...(account !== undefined && { account }),
  ...(action !== undefined && { action }),
  ...(target !== undefined && { target }),
  ...(since !== undefined && { since }),
  ...(until !== undefined && { until }),
})

const auditTableHeadings = ['TIME', 'ACTION', 'OUTCOME', 'WHO', 'FROM', 'ACCOUNT', 'TARGET', 'DETAILS']

const rowOfAuditEntry = (entry: AuditEntry): string[] => [
  readableTime(entry.at),
  entry.action,
  entry.outcome,
  [entry.actor, ...[entry.actorName ?? entry.actorId].filter((name) => name !== null)].join(' '),
  entry.address ?? '-',
  entry.account ?? '-',
  entry.target ?? '-',
  Object.entries(entry.details)
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
    .join(' '),
]
