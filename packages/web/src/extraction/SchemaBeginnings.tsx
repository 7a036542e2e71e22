import { useEffect, useRef, useState } from 'react'
import { messageOfError } from '../api/message-of.ts'
import { FileSearchIcon, Undo2Icon } from '../design/icons.tsx'
import { useViewMessages } from '../language/view-messages.ts'
import type { ChosenSource } from '../request/source.ts'
import { nameOfSource } from '../request/source.ts'
import { useSession } from '../session/session.tsx'
import { readForProposal } from './read-for-proposal.ts'
import { proposeSchema } from './propose-schema.ts'
import type { SchemaDraft } from './schema-draft.ts'
import { fieldsOfExample, schemaExamples } from './schema-examples.ts'

type SchemaBeginningsProps = {
  /** The first of those that were chosen. */
  readonly document: ChosenSource | null
  /** A job that has read it. */
  readonly from: string | null
  readonly draft: SchemaDraft
  readonly onDraft: (draft: SchemaDraft) => void
}

/** Offers what a schema can begin with: the labels of the document itself, or an example. */
export const SchemaBeginnings = ({ document, from, draft, onDraft }: SchemaBeginningsProps) => {
  const { extraction: words } = useViewMessages()
  const { client, providers: catalog } = useSession()
  const [before, setBefore] = useState<SchemaDraft | null>(null)
  const [note, setNote] = useState<string | null>(null)
  const [isReading, setReading] = useState(false)
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])

  const replace = (next: SchemaDraft) => {
    setBefore(draft)
    onDraft(next)
  }
  const propose = async () => {
    const controller = new AbortController()
    abort.current = controller
    setReading(true)
    setNote(document === null ? words.readingDocument : words.reading(nameOfSource(document)))
    try {
      const result = await readForProposal({ client, catalog, document, from, signal: controller.signal })
      const fields = result === null ? [] : proposeSchema(result)
      if (fields.length > 0) replace({ kind: 'fields', fields })
      setNote(
        result === null ? words.notRead : fields.length === 0 ? words.nothingToPropose : words.proposed(fields.length),
      )
    } catch (error) {
      if (controller.signal.aborted) return
      setNote(messageOfError(error))
    }
    setReading(false)
  }
  return (
    <div className="schema-beginnings">
      <button
        type="button"
        className="button"
        disabled={isReading || (document === null && from === null)}
        onClick={() => void propose()}
      >
        <FileSearchIcon size={15} aria-hidden /> {words.propose}
      </button>
      <span className="small muted">{words.orExample}</span>
      {schemaExamples.map((example) => (
        <button
          key={example}
          type="button"
          className="button quiet"
          disabled={isReading}
          onClick={() => replace({ kind: 'fields', fields: fieldsOfExample(example) })}
        >
          {words.examples[example]}
        </button>
      ))}
      {before !== null && (
        <button
          type="button"
          className="button quiet"
          onClick={() => {
            onDraft(before)
            setBefore(null)
          }}
        >
          <Undo2Icon size={15} aria-hidden /> {words.undo}
        </button>
      )}
      <p className="small muted" role="status">
        {note}
      </p>
    </div>
  )
}
