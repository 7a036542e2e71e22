import { useState } from 'react'
import { useViewMessages } from '../language/view-messages.ts'

type PageNumberProps = {
  readonly page: number
  readonly pages: readonly { readonly page: number }[]
  readonly onPage: (page: number) => void
}

/** The number of the page, to be read and to be typed. */
export const PageLabel = ({ page, pages, onPage }: PageNumberProps) => {
  const viewMessages = useViewMessages()
  const [text, setText] = useState<string | null>(null)
  const take = () => {
    const wanted = pages.find((each) => each.page === Number(text))
    if (wanted !== undefined && wanted.page !== page) onPage(wanted.page)
    setText(null)
  }
  return (
    <form
      className="page-number small"
      onSubmit={(event) => {
        event.preventDefault()
        take()
      }}
    >
      <input
        className="input"
        inputMode="numeric"
        aria-label={viewMessages.result.page}
        value={text ?? page}
        onChange={(event) => setText(event.target.value)}
        onBlur={take}
      />
      <span className="muted">{viewMessages.result.ofPages(pages.at(-1)?.page ?? 0)}</span>
    </form>
  )
}
