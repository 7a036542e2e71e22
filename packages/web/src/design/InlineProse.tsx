/** English text of the service in a line, with what is between backticks as code. */
export const InlineProse = ({ text }: { readonly text: string }) => (
  <span lang="en">
    {text.split('`').map((part, index) =>
      // oxlint-disable-next-line react/no-array-index-key -- the parts of a text never change
      index % 2 === 1 ? <code key={index}>{part}</code> : part,
    )}
  </span>
)
