import { FileText, FileUp, Globe, X } from 'lucide-react'
import { useEffect, useRef, useState, type DragEvent } from 'react'
import { formatBytes } from '../design/format.ts'
import { nameOf, readAddress, type Source } from '../request/source.ts'
import { examples, fetchExample } from './examples.ts'
import { messages } from '../language/messages.ts'
import './source-picker.css'

type Props = { readonly sources: readonly Source[]; readonly onChange: (sources: readonly Source[]) => void }

/** Takes documents: dropped, picked, pasted, or by URL. */
export const SourcePicker = ({ sources, onChange }: Props) => {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const add = (more: readonly Source[]) => onChange([...sources, ...more])
  const addFiles = (files: Iterable<File>) => add([...files].map((file) => ({ file })))
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
          addFiles(event.dataTransfer.files)
        }}
      >
        <FileUp size={28} strokeWidth={1.6} aria-hidden />
        <p>
          {messages.workbench.drop(
            <strong>{messages.workbench.dropHere}</strong>,
            <button type="button" className="link" onClick={() => input.current?.click()}>
              {messages.workbench.chooseFiles}
            </button>,
          )}
        </p>
        <p className="small muted">{messages.workbench.kinds}</p>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label={messages.workbench.documents}
          onChange={(event) => {
            addFiles(event.target.files ?? [])
            event.target.value = ''
          }}
        />
        <AddressField onAdd={(url) => add([{ url }])} />
      </div>
      {sources.length > 0 ? (
        <ul className="sources" aria-label={messages.workbench.chosenDocuments}>
          {sources.map((source, index) => (
            // eslint-disable-next-line react/no-array-index-key -- the same document may be there twice
            <li key={index}>
              {'file' in source ? <FileText size={16} aria-hidden /> : <Globe size={16} aria-hidden />}
              <bdi title={'url' in source ? source.url : undefined}>{nameOf(source)}</bdi>
              <span className="muted small">
                {'file' in source ? formatBytes(source.file.size) : messages.workbench.fromUrl}
              </span>
              <button
                type="button"
                className="button quiet icon"
                aria-label={messages.workbench.remove(nameOf(source))}
                onClick={() => onChange(sources.toSpliced(index, 1))}
              >
                <X size={15} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
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
