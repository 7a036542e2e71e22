import { Type, type Static, type TObject } from '@polyparse/document/typebox'
import {
  AccountJudgementsBody,
  AdminAccount,
  AdminJobDetail,
  AdminJobList,
  AdminJobQuery,
  AdminKey,
  AdminProviderKey,
  AdminSession,
  AdminSignInLink,
  AdminWebhookSecret,
  Cancellation,
  CreateKeyBody,
  Diagnosis,
  DiagnosisBody,
  IssuedKey,
  ProviderKeyBody,
  ProviderKeyName,
  Retry,
  RotateKeyBody,
  SessionEnd,
  SignInLinkBody,
  WebhookSecretBody,
} from './admin.ts'
import { AuditList, AuditQuery } from './audit.ts'

export type OperatorRequest = {
  readonly method: 'GET' | 'POST'
  /** The path below `/api/admin`; `:id` is the member `id` of the input. */
  readonly path: string
  /** The parameters of the request: in the path, and the rest in the query of a GET and in the body of a POST. */
  readonly input: TObject
  readonly answer: TObject
  /** True if something with the id or name of the input may not be there: null, or 404. */
  readonly mayBeAbsent: boolean
  /** True if the answer is of something new: 201. */
  readonly creates?: true
  /** True if it may take hours. */
  readonly isLong?: true
}

const nothing = Type.Object({})
const byId = Type.Object({ id: Type.String() })
const ofAccount = Type.Object({ account: Type.Optional(Type.String()) })

/**
 * The requests of an operator, to a running service by `/api/admin/…` or to the database itself. The routes, the
 * command line and the app take methods, paths and shapes from here.
 */
export const operatorRequests = {
  listAccounts: {
    method: 'GET',
    path: '/accounts',
    input: nothing,
    answer: Type.Object({ accounts: Type.Array(AdminAccount) }),
    mayBeAbsent: false,
  },
  /** Sets whether an account keeps judgements; those that it keeps no more are erased. */
  keepJudgements: {
    method: 'POST',
    path: '/accounts/judgements',
    input: AccountJudgementsBody,
    answer: AdminAccount,
    mayBeAbsent: true,
  },
  /** Browsers that are signed in, newest first. */
  listSessions: {
    method: 'GET',
    path: '/sessions',
    input: nothing,
    answer: Type.Object({ sessions: Type.Array(AdminSession) }),
    mayBeAbsent: false,
  },
  /** Signs a browser out. */
  endSession: { method: 'POST', path: '/sessions/:id/end', input: byId, answer: SessionEnd, mayBeAbsent: true },
  /** A link that signs one browser in, once. */
  createSignInLink: {
    method: 'POST',
    path: '/sign-in-links',
    input: SignInLinkBody,
    answer: AdminSignInLink,
    mayBeAbsent: true,
    creates: true,
  },
  /** Created when it is first needed; with `rotate`, replaced. */
  webhookSecret: {
    method: 'POST',
    path: '/webhook-secret',
    input: WebhookSecretBody,
    answer: AdminWebhookSecret,
    mayBeAbsent: true,
  },
  /** Keys that accounts have of their own for vendors. */
  listProviderKeys: {
    method: 'GET',
    path: '/provider-keys',
    input: ofAccount,
    answer: Type.Object({ providerKeys: Type.Array(AdminProviderKey) }),
    mayBeAbsent: false,
  },
  setProviderKey: {
    method: 'POST',
    path: '/provider-keys',
    input: ProviderKeyBody,
    answer: AdminProviderKey,
    mayBeAbsent: true,
  },
  removeProviderKey: {
    method: 'POST',
    path: '/provider-keys/remove',
    input: ProviderKeyName,
    answer: AdminProviderKey,
    mayBeAbsent: true,
  },
  listKeys: {
    method: 'GET',
    path: '/keys',
    input: ofAccount,
    answer: Type.Object({ keys: Type.Array(AdminKey) }),
    mayBeAbsent: false,
  },
  createKey: {
    method: 'POST',
    path: '/keys',
    input: CreateKeyBody,
    answer: IssuedKey,
    mayBeAbsent: false,
    creates: true,
  },
  disableKey: { method: 'POST', path: '/keys/:id/disable', input: byId, answer: AdminKey, mayBeAbsent: true },
  enableKey: { method: 'POST', path: '/keys/:id/enable', input: byId, answer: AdminKey, mayBeAbsent: true },
  rotateKey: {
    method: 'POST',
    path: '/keys/:id/rotate',
    input: Type.Object({ ...byId.properties, ...RotateKeyBody.properties }),
    answer: IssuedKey,
    mayBeAbsent: true,
    creates: true,
  },
  /** Lists the actions with their actors, newest first. */
  listAudit: { method: 'GET', path: '/audit', input: AuditQuery, answer: AuditList, mayBeAbsent: false },
  /** Newest first. */
  listJobs: { method: 'GET', path: '/jobs', input: AdminJobQuery, answer: AdminJobList, mayBeAbsent: false },
  readJob: { method: 'GET', path: '/jobs/:id', input: byId, answer: AdminJobDetail, mayBeAbsent: true },
  /** `cancelled` is false if the job had already ended. */
  cancelJob: { method: 'POST', path: '/jobs/:id/cancel', input: byId, answer: Cancellation, mayBeAbsent: true },
  /** Runs a job again that has failed or whose stored result is damaged. */
  retryJob: { method: 'POST', path: '/jobs/:id/retry', input: byId, answer: Retry, mayBeAbsent: true },
  /** Checks one invariant, or a portion of it, and repairs it on request; null if this version does not know it. */
  diagnose: {
    method: 'POST',
    path: '/doctor',
    input: DiagnosisBody,
    answer: Diagnosis,
    mayBeAbsent: true,
    isLong: true,
  },
} as const satisfies Readonly<Record<string, OperatorRequest>>

type OperatorRequests = typeof operatorRequests
export type OperatorRequestName = keyof OperatorRequests
export const operatorRequestNames = Object.keys(operatorRequests).filter(
  (name): name is OperatorRequestName => name in operatorRequests,
)

export type OperatorInputs = { readonly [Name in OperatorRequestName]: Static<OperatorRequests[Name]['input']> }
export type OperatorAnswers = {
  readonly [Name in OperatorRequestName]:
    | Static<OperatorRequests[Name]['answer']>
    | (OperatorRequests[Name]['mayBeAbsent'] extends true ? null : never)
}

/**
 * Everything that an operator can do, whether with a running service or with the database. Null means that there is no
 * such key, account or job.
 */
export type Operator = {
  readonly [Name in OperatorRequestName]: (input: OperatorInputs[Name]) => Promise<OperatorAnswers[Name]>
}

/** The path of a request with its id in it, and the rest of its input. */
export const addressedRequest = (
  { path }: Pick<OperatorRequest, 'path'>,
  { id, ...rest }: Readonly<Record<string, unknown>>,
): { readonly path: string; readonly rest: Readonly<Record<string, unknown>> } => ({
  path: path.replace(':id', encodeURIComponent(String(id))),
  rest,
})
