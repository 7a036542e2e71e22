import quarter from '#examples/quarter.pdf?url'
import sample from '#examples/sample.pdf?url'
import scan from '#examples/scan.pdf?url'

/** Sample documents to try the service with. */
export const examples = [
  { name: 'quarter.pdf', url: quarter },
  { name: 'sample.pdf', url: sample },
  { name: 'scan.pdf', url: scan },
] as const

export const fetchExample = async (name: (typeof examples)[number]['name']): Promise<File> => {
  const response = await fetch(examples.find((example) => example.name === name)?.url ?? '')
  return new File([await response.blob()], name, { type: 'application/pdf' })
}
