import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'

type Listener = (payload: string) => void

type PostgresListener = {
  /** Resolves once the channel is listened to. A lost connection is then re-established and listened on again. */
  listen(channel: string, listener: Listener): Promise<() => Promise<void>>
  close(): Promise<void>
}

const heartbeatMs = 10_000
const heartbeatTimeoutMs = 5_000
const maxPauseMs = 10_000

/**
 * One connection that receives notifications, apart from the pool's because LISTEN belongs to a session.
 * Notifications are lost while the connection is down: they are hints, and every listener polls as well.
 */
export const createListener = (config: ClientConfig, onError: (error: unknown) => void): PostgresListener => {
  const listeners = new Map<string, Set<Listener>>()
  const closing = new AbortController()
  let client: Client | null = null
  let connecting: Promise<Client> | null = null
  let heartbeat: NodeJS.Timeout | undefined

  const drop = (lost: Client, error: unknown) => {
    if (client !== lost) return
    client = null
    clearInterval(heartbeat)
    lost.end().catch(onError)
    if (closing.signal.aborted) return
    onError(error)
    void reconnect()
  }

  const beat = (watched: Client) => {
    const late = setTimeout(
      () => drop(watched, new Error('the listening connection does not answer')),
      heartbeatTimeoutMs,
    )
    watched
      .query<{ transaction_read_only: string }>('show transaction_read_only')
      .then(({ rows: [row] }) => {
        // Such as a server that another one has replaced: nothing is notified there.
        if (row?.transaction_read_only === 'on') drop(watched, new Error('the listening connection only reads'))
      })
      .catch((error: unknown) => drop(watched, error))
      .finally(() => clearTimeout(late))
  }

  const open = async (): Promise<Client> => {
    const next = new Client({ ...config, keepAlive: true, keepAliveInitialDelayMillis: heartbeatMs })
    next.on('error', (error) => drop(next, error))
    next.on('end', () => drop(next, new Error('the listening connection has ended')))
    next.on('notification', ({ channel, payload = '' }) => {
      for (const listener of listeners.get(channel) ?? []) listener(payload)
    })
    try {
      await next.connect()
      for (const channel of listeners.keys()) await next.query(`listen ${next.escapeIdentifier(channel)}`)
    } catch (error) {
      next.end().catch(onError)
      throw error
    }
    client = next
    heartbeat = setInterval(() => beat(next), heartbeatMs)
    return next
  }

  /** The connection. Concurrent callers wait for the same one. */
  const connected = async (): Promise<Client> => {
    if (client !== null) return client
    connecting ??= open().finally(() => {
      connecting = null
    })
    return connecting
  }

  const reconnect = async () => {
    for (let pauseMs = 100; !closing.signal.aborted; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
      try {
        await sleep(pauseMs, undefined, { signal: closing.signal })
        await connected()
        return
      } catch (error) {
        if (!closing.signal.aborted) onError(error)
      }
    }
  }

  const forget = async (channel: string, listener: Listener) => {
    const group = listeners.get(channel)
    group?.delete(listener)
    if (group?.size !== 0) return
    listeners.delete(channel)
    await client?.query(`unlisten ${client.escapeIdentifier(channel)}`).catch(onError)
  }

  return {
    listen: async (channel, listener) => {
      const group = listeners.get(channel) ?? new Set()
      listeners.set(channel, group.add(listener))
      try {
        const current = await connected()
        await current.query(`listen ${current.escapeIdentifier(channel)}`)
      } catch (error) {
        await forget(channel, listener)
        throw error
      }
      return () => forget(channel, listener)
    },
    close: async () => {
      closing.abort()
      await connecting?.catch(() => {})
      const last = client
      client = null
      clearInterval(heartbeat)
      await last?.end().catch(onError)
    },
  }
}
