import { useViewMessages } from '../language/view-messages.ts'

/** A link to a page of the document. */
export const LinkToPage = ({ page, onGo }: { readonly page: number; readonly onGo: () => void }) => {
  const viewMessages = useViewMessages()
  return (
    <button type="button" className="link small" onClick={onGo}>
      {viewMessages.result.onPage(page)}
    </button>
  )
}
