import { CircleAlertIcon, FileTextIcon, GlobeIcon, XIcon } from '../design/icons.tsx'
import { useState } from 'react'
import { formatBytes } from '../design/format.ts'
import { readMessages, useMessages } from '../language/messages.ts'
import { nameOfSource, type ChosenSource } from '../request/source.ts'
import type { Checked, FileRefusal } from './refusals.ts'
import './document-list.css'

type DocumentListProps = {
  readonly checked: readonly Checked[]
  readonly onChange: (sources: readonly ChosenSource[]) => void
}

/** More are shown on request. */
const maxShown = 8

/** The documents that were chosen; those that will not be sent come first, with the reason. */
export const DocumentList = ({ checked, onChange }: DocumentListProps) => {
  const messages = useMessages()
  const [isWhole, setWhole] = useState(false)
  const words = messages.batches
  const refused = checked.filter(({ refusal }) => refusal !== null)
  const accepted = checked.filter(({ refusal }) => refusal === null)
  const shown = isWhole ? accepted : accepted.slice(0, maxShown)
  const without = (dropped: ReadonlySet<ChosenSource>) =>
    onChange(checked.map(({ source }) => source).filter((source) => !dropped.has(source)))
  const remove = (source: ChosenSource) => without(new Set([source]))

  return (
    <>
      {refused.length > 0 && (
        <section className="documents-refused" aria-label={words.notSentLabel}>
          <header>
            <CircleAlertIcon size={16} aria-hidden />
            <strong role="alert">{words.willNotBeSent(refused.length)}</strong>
            <button
              type="button"
              className="button quiet"
              onClick={() => without(new Set(refused.map(({ source }) => source)))}
            >
              {words.removeThem}
            </button>
          </header>
          <ul className="documents-scroll" tabIndex={0} aria-label={words.notSentLabel}>
            {refused.map(({ source, refusal }, index) => (
              // eslint-disable-next-line react/no-array-index-key -- the same document may be there twice
              <DocumentRow key={index} source={source} refusal={refusal} onRemove={remove} />
            ))}
          </ul>
        </section>
      )}
      {accepted.length > 0 && (
        <ul
          className={isWhole ? 'sources documents-scroll' : 'sources'}
          aria-label={messages.workbench.chosenDocuments}
          tabIndex={isWhole ? 0 : undefined}
        >
          {shown.map(({ source }, index) => (
            // eslint-disable-next-line react/no-array-index-key -- the same document may be there twice
            <DocumentRow key={index} source={source} refusal={null} onRemove={remove} />
          ))}
        </ul>
      )}
      {checked.length > 1 && (
        <div className="documents-foot">
          {accepted.length > maxShown && (
            <button type="button" className="button quiet" onClick={() => setWhole(!isWhole)}>
              {isWhole ? words.showFewer : words.showAll(accepted.length)}
            </button>
          )}
          <button type="button" className="button quiet" onClick={() => onChange([])}>
            {words.removeAll}
          </button>
        </div>
      )}
    </>
  )
}

const DocumentRow = ({
  source,
  refusal,
  onRemove,
}: Checked & { readonly onRemove: (source: ChosenSource) => void }) => {
  const messages = useMessages()
  const name = nameOfSource(source)
  const isFile = 'file' in source
  const Icon = isFile ? FileTextIcon : GlobeIcon
  return (
    <li>
      <Icon size={16} aria-hidden />
      <bdi title={isFile ? source.path : source.url}>{isFile ? (source.path ?? name) : name}</bdi>
      <span className="muted small">
        {refusal !== null
          ? reasonOfFileRefusal(refusal)
          : isFile
            ? formatBytes(source.file.size)
            : messages.workbench.fromUrl}
      </span>
      <button
        type="button"
        className="button quiet icon"
        aria-label={messages.workbench.remove(name)}
        onClick={() => onRemove(source)}
      >
        <XIcon size={15} aria-hidden />
      </button>
    </li>
  )
}

const reasonOfFileRefusal = (refusal: FileRefusal): string => {
  const words = readMessages().batches.refusals
  switch (refusal.reason) {
    case 'too_large':
      return words.tooLarge(formatBytes(refusal.maxBytes))
    case 'too_many':
      return words.tooMany(refusal.max)
    case 'not_read':
      return refusal.others.length === 0
        ? words.readByNone(refusal.type)
        : words.readByOthers(refusal.type, refusal.others.slice(0, 3).join(', '))
    case 'empty':
    case 'unreadable':
    case 'unknown_type':
      return words[refusal.reason]
  }
}
