import type { IncomingHttpHeaders } from 'node:http'
import type { FakeReply } from './fake.ts'

export const proxyToken = 'proxy-fake-0123456789abcdef'

/** What a proxy before a server that knows no keys answers to those who have not its own. */
export const refusedByProxy = ({ authorization }: IncomingHttpHeaders): FakeReply | null =>
  authorization === `Bearer ${proxyToken}` ? null : { status: 401, json: { detail: 'Unauthorized' } }
