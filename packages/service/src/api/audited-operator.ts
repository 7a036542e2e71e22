import type { AuditEntry } from '@polyparse/contract/audit'
import type { Operator } from '@polyparse/contract/operator-requests'
import { KeyRequestError } from '../accounts/names.ts'
import { audited, type AuditActor, type AuditedAct, type AuditParts, type AuditResult } from '../audit/audit.ts'

/** The operator whose changes, and looks at secrets, are in the audit log. */
export const createAuditedOperator = (operator: Operator, parts: AuditParts, actor: AuditActor): Operator => {
  const recorded = <Answer>(
    act: AuditedAct,
    work: () => Promise<Answer>,
    resultOf: (answer: Answer) => AuditResult = doneUnlessAbsent,
  ): Promise<Answer> =>
    audited(parts, actor, act, work, { resultOf, isRefusal: (error) => error instanceof KeyRequestError })

  return {
    ...operator,
    createKey: (input) => {
      const { account, name, scopes, expiresAt, requestsPerMinute, pagesPerDay } = input
      const details = withoutUndefined({ name, scopes, expiresAt, requestsPerMinute, pagesPerDay })
      const act = { action: 'key.create', account, target: null, details } as const
      return recorded(act, () => operator.createKey(input), newKey)
    },
    disableKey: (input) =>
      recorded({ action: 'key.disable', account: null, target: input.id }, () => operator.disableKey(input)),
    enableKey: (input) =>
      recorded({ action: 'key.enable', account: null, target: input.id }, () => operator.enableKey(input)),
    rotateKey: (input) => {
      const { id, graceSeconds, expiresAt } = input
      const details = withoutUndefined({ graceSeconds, expiresAt, replaces: id })
      const act = { action: 'key.rotate', account: null, target: id, details } as const
      return recorded(
        act,
        () => operator.rotateKey(input),
        (issued) => (issued === null ? refusedAct : newKey(issued)),
      )
    },
    webhookSecret: (input) =>
      recorded(
        {
          action: input.rotate === true ? 'webhook_secret.rotate' : 'webhook_secret.read',
          account: input.account,
          target: null,
        },
        () => operator.webhookSecret(input),
      ),
    setProviderKey: (input) => {
      const { account, provider } = input
      const act = { action: 'provider_key.set', account, target: null, details: { provider } } as const
      return recorded(act, () => operator.setProviderKey(input))
    },
    removeProviderKey: (input) => {
      const { account, provider } = input
      const act = { action: 'provider_key.remove', account, target: null, details: { provider } } as const
      return recorded(act, () => operator.removeProviderKey(input))
    },
    keepJudgements: (input) => {
      const { account, judgements } = input
      const act = { action: 'account.keep_judgements', account, target: null, details: { judgements } } as const
      return recorded(act, () => operator.keepJudgements(input))
    },
    createSignInLink: (input) => {
      const { account, role = 'member' } = input
      const act = { action: 'sign_in_link.create', account, target: null, details: { role } } as const
      return recorded(act, () => operator.createSignInLink(input))
    },
    endSession: (input) =>
      recorded({ action: 'session.end', account: null, target: input.id }, () => operator.endSession(input)),
    cancelJob: (input) =>
      recorded(
        { action: 'job.cancel', account: null, target: input.id },
        () => operator.cancelJob(input),
        (answer) => ({ outcome: answer?.cancelled === true ? 'done' : 'refused' }),
      ),
    retryJob: (input) =>
      recorded(
        { action: 'job.retry', account: null, target: input.id },
        () => operator.retryJob(input),
        (answer) => ({ outcome: answer !== null && answer.refusal === null ? 'done' : 'refused' }),
      ),
    diagnose: (input) =>
      input.repair === true
        ? recorded({ action: 'doctor.repair', account: null, target: input.check }, () => operator.diagnose(input))
        : operator.diagnose(input),
  }
}

const refusedAct: AuditResult = { outcome: 'refused' }
const doneUnlessAbsent = (answer: unknown): AuditResult => (answer === null ? refusedAct : { outcome: 'done' })
const newKey = ({ id }: { readonly id: string }): AuditResult => ({ outcome: 'done', target: id })

const withoutUndefined = (
  details: Readonly<Record<string, AuditEntry['details'][string] | undefined>>,
): AuditEntry['details'] =>
  Object.fromEntries(Object.entries(details).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
