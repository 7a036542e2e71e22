import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'

type Hear = (payload: string) => void

type PostgresListener = {
  /** Resolves once the channel is heard; from then on a lost connection is made anew and the channel heard again. */
  listen(channel: string, hear: Hear): Promise<() => Promise<void>>
  close(): Promise<void>
}

const heartbeatMs = 10_000
const heartbeatTimeoutMs = 5_000
const maxPauseMs = 10_000

/**
 * One connection that hears notifications, apart from the pool's because LISTEN belongs to a session.
 * What is notified while the connection is down is not heard: notifications are hints, and whoever hears also polls.
 */
export const createListener = (config: ClientConfig, onError: (error: unknown) => void): PostgresListener => {
  const hearers = new Map<string, Set<Hear>>()
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
      .query('select 1')
      .catch((error: unknown) => drop(watched, error))
      .finally(() => clearTimeout(late))
  }

  const open = async (): Promise<Client> => {
    const next = new Client({ ...config, keepAlive: true, keepAliveInitialDelayMillis: heartbeatMs })
    next.on('error', (error) => drop(next, error))
    next.on('end', () => drop(next, new Error('the listening connection has ended')))
    next.on('notification', ({ channel, payload = '' }) => {
      for (const hear of hearers.get(channel) ?? []) hear(payload)
    })
    try {
      await next.connect()
      for (const channel of hearers.keys()) await next.query(`listen ${next.escapeIdentifier(channel)}`)
    } catch (error) {
      next.end().catch(onError)
      throw error
    }
    client = next
    heartbeat = setInterval(() => beat(next), heartbeatMs)
    return next
  }

  /** The connection; everybody who needs it while it is being made waits for the same one. */
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

  const forget = async (channel: string, hear: Hear) => {
    const group = hearers.get(channel)
    group?.delete(hear)
    if (group?.size !== 0) return
    hearers.delete(channel)
    await client?.query(`unlisten ${client.escapeIdentifier(channel)}`).catch(onError)
  }

  return {
    listen: async (channel, hear) => {
      const group = hearers.get(channel) ?? new Set()
      hearers.set(channel, group.add(hear))
      try {
        const current = await connected()
        await current.query(`listen ${current.escapeIdentifier(channel)}`)
      } catch (error) {
        await forget(channel, hear)
        throw error
      }
      return () => forget(channel, hear)
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
