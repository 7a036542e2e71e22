import type { onRequestAsyncHookHandler } from 'fastify'
import { sameToken } from '../accounts/admin-token.ts'
import { ProblemError } from './problems.ts'

/** Lets a request through only with the admin token. The API key of an account is not an admin token. */
export const requireAdminToken =
  (adminToken: string): onRequestAsyncHookHandler =>
  async (request) => {
    const given = /^bearer +(\S+)$/i.exec(request.headers.authorization?.trim() ?? '')?.[1]
    if (given === undefined || !sameToken(given, adminToken))
      throw new ProblemError('unauthorized', {
        detail: 'The admin token is missing or wrong: send `Authorization: Bearer <admin token>`.',
        headers: { 'www-authenticate': 'Bearer' },
      })
  }
