import type { BlockValue } from '@polyparse/document/schema'
import { useState } from 'react'
import { CopyButton } from '../design/CopyButton.tsx'
import { useViewMessages } from '../language/view-messages.ts'
import { asHtml, asMarkdown, asTsv } from './copies.ts'
import type { ResultReading } from './reading.ts'

type CopyBarProps = {
  readonly reading: ResultReading
  readonly page: number
  /** The blocks that are chosen. */
  readonly chosen: readonly BlockValue[]
}

const forms = [
  { label: 'Markdown', make: asMarkdown },
  { label: 'HTML', make: asHtml },
  { label: 'TSV', make: asTsv },
]

type Scope = 'chosen' | 'page' | 'all'

/** Copies the chosen blocks, the page or everything, in one of several forms. */
export const CopyBar = ({ reading, page, chosen }: CopyBarProps) => {
  const viewMessages = useViewMessages()
  const [wanted, setWanted] = useState<Scope>('all')
  const { copyChosen, copyPage, copyAll, copyWhat } = viewMessages.result
  const names: Readonly<Record<Scope, string>> = {
    chosen: copyChosen(chosen.length),
    page: copyPage(page),
    all: copyAll,
  }
  const scopes: readonly Scope[] = chosen.length === 0 ? ['page', 'all'] : ['chosen', 'page', 'all']
  const scope = scopes.includes(wanted) ? wanted : 'all'
  const blocks = (): readonly BlockValue[] =>
    scope === 'chosen'
      ? chosen
      : reading.pages.flatMap((each) => (scope === 'all' || each.page === page ? each.blocks : []))
  return (
    <div className="copy-bar">
      <select
        className="input small"
        aria-label={copyWhat}
        value={scope}
        onChange={({ target }) => setWanted(scopes.find((each) => each === target.value) ?? 'all')}
      >
        {scopes.map((each) => (
          <option key={each} value={each}>
            {names[each]}
          </option>
        ))}
      </select>
      {forms.map(({ label, make }) => (
        <CopyButton
          key={label}
          quiet
          label={label}
          what={viewMessages.result.copyAs(names[scope], label)}
          text={() => make(blocks(), reading)}
        />
      ))}
    </div>
  )
}
