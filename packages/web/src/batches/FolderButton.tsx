import { useRef } from 'react'
import { useMessages } from '../language/messages.ts'
import { filesOfInput, type TakenUploads } from './take-files.ts'

/** An attribute of the standard (HTML, File and Directory Entries) that React's types do not have. */
const chooseFolder = { webkitdirectory: '' }

/** Chooses a folder, with the folders in it. */
export const FolderButton = ({ onTake }: { readonly onTake: (taken: TakenUploads) => void }) => {
  const messages = useMessages()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button type="button" className="link" onClick={() => input.current?.click()}>
        {messages.batches.chooseFolder}
      </button>
      <input
        ref={input}
        type="file"
        multiple
        {...chooseFolder}
        hidden
        aria-label={messages.batches.folder}
        onChange={(event) => {
          onTake(filesOfInput(event.target.files ?? []))
          event.target.value = ''
        }}
      />
    </>
  )
}
