export type StreamEvent = { readonly event: string; readonly id?: string; readonly data: unknown }

/** A stream of server-sent events that the test reads by hand. */
export const openStream = async (url: string, headers: Record<string, string>) => {
  const leaving = new AbortController()
  const response = await fetch(url, { headers, signal: leaving.signal })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  let taken = 0

  /** Reads on; false at the end of the stream. */
  const more = async (): Promise<boolean> => {
    const { done = true, value = '' } = (await reader?.read()) ?? {}
    text += value
    return !done
  }
  const events = (): StreamEvent[] => text.split('\n\n').slice(0, -1).flatMap(eventIn)

  return {
    status: response.status,
    headers: response.headers,
    /** All that was received so far. */
    text: () => text,
    /** The next events, this many. */
    take: async (count: number): Promise<StreamEvent[]> => {
      while (events().length < taken + count)
        if (!(await more())) throw new Error(`the stream ended: ${JSON.stringify(text)}`)
      taken += count
      return events().slice(taken - count, taken)
    },
    /** The events up to the end of the stream. */
    rest: async (): Promise<StreamEvent[]> => {
      while (await more());
      return events().slice(taken)
    },
    leave: () => {
      reader?.cancel().catch(() => {})
      leaving.abort()
    },
  }
}

/** The event of a block of lines; none when it has no data. */
const eventIn = (block: string): StreamEvent[] => {
  const fields = new Map(
    block
      .split('\n')
      .map((line) => line.split(/: (.*)/s, 2))
      .map(([name = '', value = '']) => [name, value]),
  )
  const [data, id] = [fields.get('data'), fields.get('id')]
  if (data === undefined) return []
  return [{ event: fields.get('event') ?? 'message', data: JSON.parse(data), ...(id !== undefined && { id }) }]
}
