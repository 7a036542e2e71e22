import { FileUpIcon } from '../design/icons.tsx'
import { useEffect, useRef, useState, type DragEvent } from 'react'
import { DocumentList } from '../batches/DocumentList.tsx'
import { FolderButton } from '../batches/FolderButton.tsx'
import { IntakeNote } from '../batches/IntakeNote.tsx'
import type { Checked } from '../batches/refusals.ts'
import { filesOfDrop, filesOfInput, type TakenUploads } from '../batches/take-files.ts'
import { readAddress, type ChosenSource } from '../request/source.ts'
import { examples, fetchExample } from './examples.ts'
import { useMessages } from '../language/messages.ts'
import './source-picker.css'

type SourcePickerProps = {
  readonly sources: readonly ChosenSource[]
  /** The same with what is wrong with each. */
  readonly checked: readonly Checked[]
  readonly onChange: (sources: readonly ChosenSource[]) => void
}

/** Takes documents: dropped, picked, pasted, or by URL. */
export const SourcePicker = ({ sources, checked, onChange }: SourcePickerProps) => {
  const messages = useMessages()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const add = (more: readonly ChosenSource[]) => onChange([...sources, ...more])
  const [taken, setTaken] = useState<TakenUploads | null>(null)
  // A folder that is dropped is read for a while, during which others may be added.
  const current = useRef(sources)
  useEffect(() => {
    current.current = sources
  }, [sources])
  const take = (next: TakenUploads) => {
    setTaken(next)
    onChange([...current.current, ...next.files])
  }
  useEffect(() => {
    const paste = ({ clipboardData }: ClipboardEvent) => {
      const files = [...(clipboardData?.files ?? [])]
      if (files.length > 0) onChange([...sources, ...files.map((file) => ({ file }))])
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  })
  const drag = (inside: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(inside)
  }

  return (
    <div className="source-picker">
      <div
        className={over ? 'drop-zone over' : 'drop-zone'}
        onDragEnter={drag(true)}
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={(event) => {
          drag(false)(event)
          void filesOfDrop(event.dataTransfer).then(take)
        }}
      >
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label={messages.workbench.documents}
          onChange={(event) => {
            take(filesOfInput(event.target.files ?? []))
            event.target.value = ''
          }}
        />
        <FileUpIcon size={28} strokeWidth={1.6} aria-hidden />
        <p>
          {messages.workbench.drop(
            <strong>{messages.workbench.dropHere}</strong>,
            <button type="button" className="link" onClick={() => input.current?.click()}>
              {messages.workbench.chooseFiles}
            </button>,
            <FolderButton onTake={take} />,
          )}
        </p>
        <p className="small muted">{messages.workbench.kinds}</p>
        <IntakeNote taken={taken} />
        <AddressField onAdd={(url) => add([{ url }])} />
      </div>
      {sources.length > 0 ? (
        <DocumentList checked={checked} onChange={onChange} />
      ) : (
        <p className="examples small muted">
          {messages.workbench.tryExample(
            examples.map(({ name }, index) => (
              <span key={name}>
                {index > 0 && (index === examples.length - 1 ? messages.workbench.orLast : ', ')}
                <button
                  type="button"
                  className="link"
                  onClick={() => void fetchExample(name).then((file) => add([{ file }]))}
                >
                  {messages.workbench.examples[name]}
                </button>
              </span>
            )),
          )}
        </p>
      )}
    </div>
  )
}

const AddressField = ({ onAdd }: { readonly onAdd: (url: string) => void }) => {
  const messages = useMessages()
  const [text, setText] = useState('')
  const [refused, setRefused] = useState(false)
  const add = () => {
    const url = readAddress(text)
    setRefused(url === null)
    if (url === null) return
    onAdd(url)
    setText('')
  }
  return (
    <form
      className="address"
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <input
        className="input"
        type="text"
        inputMode="url"
        aria-label={messages.workbench.url}
        aria-invalid={refused}
        aria-describedby={refused ? 'address-error' : undefined}
        placeholder={messages.workbench.urlHint}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setRefused(false)
        }}
      />
      <button type="submit" className="button" disabled={text.trim() === ''}>
        {messages.workbench.add}
      </button>
      {refused && (
        <p id="address-error" className="field-error small" role="alert">
          {messages.workbench.urlInvalid}
        </p>
      )}
    </form>
  )
}
