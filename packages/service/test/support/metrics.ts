/** A sample of the text format of Prometheus. */
export type Sample = {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

export const readMetrics = async (url: string): Promise<Sample[]> => samplesOf(await (await fetch(url)).text())

export const samplesOf = (text: string): Sample[] =>
  text.split('\n').flatMap((line) => {
    const found = /^(?<name>[a-z_]\w*)(?:\{(?<labels>.*)\})? (?<value>\S+)$/i.exec(line)?.groups
    if (found === undefined) return []
    const labels = [...(found['labels'] ?? '').matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ])
    return [{ name: found['name'] ?? '', labels: Object.fromEntries(labels), value: Number(found['value']) }]
  })

/** The value of the only sample with at least these labels; undefined when there is none. */
export const valueOf = (
  samples: readonly Sample[],
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined =>
  samples.find(
    (sample) => sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  )?.value
