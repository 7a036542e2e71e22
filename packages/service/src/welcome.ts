/** What the operator reads on the terminal when the service is up; with the first key, once, and a line to try it. */
export const welcome = ({
  url,
  firstKey,
  samplePath,
}: {
  url: string
  firstKey: string | null
  samplePath: string
}): string => {
  const lines = [`Polyparse is ready at ${url}`]
  if (firstKey !== null) {
    lines.push(
      '',
      `API key of the account "default": ${firstKey}`,
      'It is shown only this once. `npx polyparse keys create --account NAME` makes more.',
      '',
      `Open ${url} in a browser and paste the key there, or parse the sample document from here:`,
      '',
      `curl -sS ${url}/api/v1/jobs \\`,
      `  -H 'Authorization: Bearer ${firstKey}' \\`,
      `  -H "Idempotency-Key: first-look-$(date +%s)" \\`,
      `  -H 'Content-Type: application/pdf' \\`,
      `  -H 'X-Service-Filename: sample.pdf' \\`,
      `  -H 'X-Service-Operation: parse' \\`,
      `  -H 'X-Service-Outputs: markdown' \\`,
      `  --data-binary @'${samplePath}'`,
      '',
      'and read what came out, with the id that it answers:',
      '',
      `curl -sS '${url}/api/v1/jobs/ID?wait=25' -H 'Authorization: Bearer ${firstKey}'`,
    )
  }
  return `${lines.join('\n')}\n\n`
}
