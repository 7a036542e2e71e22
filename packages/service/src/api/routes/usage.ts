import { AccountUsage, limits, type UsageLimits } from '@polyparse/contract'
import type { RouteHandlerMethod } from 'fastify'
import { Type } from '@polyparse/document/typebox'
import { paidPagesToday } from '../../jobs/spending.ts'
import { pagesToday, readUsage, type DayUsage } from '../../jobs/usage.ts'
import type { Caller } from '../../accounts/authenticate.ts'
import { callerOf } from '../authenticate.ts'
import { usageExample } from '../openapi/examples.ts'
import { problemResponses, success } from '../openapi/responses.ts'
import type { ApiOperation } from '../operation.ts'
import type { ApiParts } from '../parts.ts'
import { validationError } from '../problems.ts'
import { createQueryReader } from '../query.ts'

const dayMs = 24 * 3_600_000
const defaultDays = 30

const UsageQuery = Type.Object({
  from: Type.Optional(
    Type.String({
      format: 'date',
      examples: ['2026-01-01'],
      description: `The first day, in UTC. Default: so that there are ${defaultDays} days.`,
    }),
  ),
  to: Type.Optional(
    Type.String({
      format: 'date',
      examples: ['2026-01-31'],
      description: 'The last day, in UTC, included. Default: today.',
    }),
  ),
})
const readUsageQuery = createQueryReader(UsageQuery)

export const readUsageOperation: ApiOperation = {
  method: 'GET',
  url: '/api/v1/usage',
  scopes: ['jobs:read'],
  description: {
    operationId: 'readUsage',
    summary: 'Read what was used',
    description: `The jobs, pages and cost of the account, by day (UTC) and provider, for at most ${limits.usageDays} days. What a provider has read counts on the day on which it was done with it, and stays when the job is erased; what failed does not count. Days and providers without anything are left out. \`limits\` has those that hold for the account and this key, so that a caller can tell before a job whether it would exceed them.`,
    tags: ['account'],
    querystring: UsageQuery,
    response: {
      200: success('The usage of these days.', { schema: AccountUsage, examples: usageExample }),
      ...problemResponses('unauthorized'),
    },
  },
}

export const readUsageHandler =
  (parts: ApiParts): RouteHandlerMethod =>
  async (request, reply) => {
    const { database, clock } = parts
    const caller = callerOf(request)
    const days = daysOf(readUsageQuery(request.query), clock())
    const usage = await readUsage(database, caller.accountId, days)
    const body: AccountUsage = {
      ...days,
      currency: 'USD',
      usage: usage.map(inDollars),
      limits: await usageLimitsOfCaller(parts, caller),
    }
    return reply.header('cache-control', 'no-store').send(body)
  }

const usageLimitsOfCaller = async ({ database, clock, settings }: ApiParts, caller: Caller): Promise<UsageLimits> => {
  const { paidPagesPerDay, paidCostPerJob } = settings
  return {
    ...(paidPagesPerDay !== null && {
      paidPagesPerDay: { limit: paidPagesPerDay, used: await paidPagesToday(database, caller.accountId) },
    }),
    ...(paidCostPerJob !== null && { paidCostPerJob }),
    ...(caller.pagesPerDay !== null && {
      pagesPerDay: { limit: caller.pagesPerDay, used: await pagesToday(database, caller, clock()) },
    }),
  }
}

const inDollars = ({ cost, ...usage }: DayUsage) => ({ ...usage, cost: cost / 1_000_000 })

const daysOf = ({ from, to }: { from?: string; to?: string }, now: Date): { from: string; to: string } => {
  const last = to ?? formatUsageDay(now.getTime())
  const first = from ?? formatUsageDay(Date.parse(last) - (defaultDays - 1) * dayMs)
  const days = (Date.parse(last) - Date.parse(first)) / dayMs + 1
  if (days < 1) throw validationError([{ field: 'from', message: 'must not be later than `to`' }])
  if (days > limits.usageDays)
    throw validationError([{ field: 'from', message: `must be at most ${limits.usageDays - 1} days before \`to\`` }])
  return { from: first, to: last }
}

const formatUsageDay = (time: number): string => new Date(time).toISOString().slice(0, 10)
